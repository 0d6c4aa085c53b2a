import { expect, it } from "vitest"
import { readProjectFile, sourceFiles } from "../support/files.ts"

/** A command in a text, with a part that was put in without `shell` or `shellWord`, up to the end of the line. */
const unquoted = /(?<![\w-]|shell`)mas (?!mcp |help )[a-z][^`\n]*\$\{(?!shellWord\(|error\.seed|sameDays\()/

/** Parts that are words of this program's own: nouns and verbs, files of help, names of shells. */
const ownWords = [
  "cli/terminal/help/agent-help.ts",
  "cli/line/unknown-command.ts",
  "cli/line/read-command.ts",
  "cli/commands/completion/",
  "cli/commands/completion.ts",
  // Examples of help, which a test runs.
  "cli/specs/",
]

const linesIn = (text: string) => text.split("\n").filter((line) => unquoted.test(line))

it("no command to paste has a word that is not quoted", () => {
  const files = sourceFiles().filter(
    (path) => path.startsWith("cli/") && !path.endsWith(".spec.ts") && !ownWords.some((word) => path.startsWith(word)),
  )
  expect(files.flatMap((path) => linesIn(readProjectFile(path)).map((line) => `${path}: ${line.trim()}`))).toEqual([])
})

it("a name that is put in unquoted is seen", () => {
  const [bad, ...good] = [
    "hint: `Fetch it: mas templates pull --only ${folder}`",
    "hint: `${shell`mas templates types ${folder}`}`",
    "`mas simulate ${shellWord(file)}`",
  ]
  expect([linesIn(bad ?? ""), linesIn(good.join("\n"))]).toEqual([[bad], []])
})
