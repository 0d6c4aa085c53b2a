import { execFileSync } from "node:child_process"
import { describe, expect, it } from "vitest"
import type { CommandSpec } from "../../cli/line/command/spec.ts"
import { missingOf } from "../../cli/line/missing.ts"
import { parseWords } from "../../cli/line/parse.ts"
import { readCommandLine as readTyped } from "../../cli/line/read-command.ts"
import { route } from "../../cli/line/router.ts"
import { readTypedLine } from "../../cli/line/typed-line.ts"
import { exitCodeMeanings } from "../../cli/terminal/errors/exit-codes.ts"
import { showHelp } from "../../cli/terminal/help/show-help.ts"
import { wrapHelp } from "../../cli/terminal/help/wrap-help.ts"
import { wrapCommand } from "../../cli/terminal/output/wrap.ts"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { guides } from "../../scripts/generate/cli/guides.ts"
import { groupHelp, topHelp, topicHelp } from "../../scripts/generate/cli/help.ts"
import { lastCommand } from "./command-line.ts"
import { tables } from "./tables.ts"

const groups = commandGroups()
const commands = groups.flatMap((group) => group.commands)
const helpOf = (words: CommandSpec["words"]) => {
  const group = groups.find(({ name }) => name === words[0])
  return (group && groupHelp(group)[words[1] ?? ""]) ?? ""
}
const texts = [
  ...Object.values(topHelp(groups)),
  ...Object.values(topicHelp(groups)),
  ...groups.flatMap((group) => Object.values(groupHelp(group))),
]

describe("the help of every command", () => {
  it.each(commands.map((command) => [command.words.join(" "), command] as const))(
    "describes each flag and argument, its output and its exit codes: mas %s",
    (_, command) => {
      const undescribed = [...command.positionals, ...command.flags].filter(({ description }) => !description)
      expect(undescribed.map(({ name }) => name)).toEqual([])
      const help = helpOf(command.words)
      expect(help).toMatch(/^Prints: \S/m)
      const [, codes = ""] = /^Exit codes: (.*) \(mas help exit-codes\)$/m.exec(help) ?? []
      const listedCodes = codes.split(", ").map((code) => Number.parseInt(code, 10))
      expect(listedCodes).toEqual(expect.arrayContaining([0, 1, 2, 130]))
      expect(listedCodes.filter((code) => !(code in exitCodeMeanings))).toEqual([])
    },
  )

  it("names the fields of a response", () => {
    const help = helpOf(["webhooks", "get"])
    const fields = tables.group("webhooks")?.commands.find(({ name }) => name === "webhooks.get")?.endpoint?.fields
    expect(help).toContain(`Prints: ${fields?.join(", ")}`)
  })
})

describe("the output of mas without arguments", () => {
  const top = topHelp(groups)[""] ?? ""

  it("fits thirty lines of 80 columns, and shows how to send, listen and mock", () => {
    const lines = wrapHelp(top, 80).trimEnd().split("\n")
    expect(lines.length).toBeLessThanOrEqual(30)
    const starts = lines.flatMap((line) => /^ {2}(mas (?:messages send|webhooks listen|mock)) /.exec(line)?.[1] ?? [])
    expect(starts).toEqual(["mas messages send", "mas webhooks listen", "mas mock"])
  })

  it("names every group, and every guide", () => {
    const words = new Set(top.split(/[\s,]+/))
    expect(groups.filter(({ name }) => !words.has(name))).toEqual([])
    expect(Object.keys(guides()).filter((topic) => !words.has(topic))).toEqual([])
  })
})

describe("the guides", () => {
  const lines = Object.entries(guides()).flatMap(([topic, text]) =>
    [...text.matchAll(/^ {2}\t(.*)$/gm)].map(([, line = ""]) => [topic, line] as const),
  )

  it("cover the common questions", () => {
    const requiredTopics = ["authentication", "idempotency", "mock", "output", "scripting", "webhooks"]
    expect(Object.keys(guides())).toEqual(expect.arrayContaining(requiredTopics))
  })

  it.each(lines)("have complete commands: %s, %s", async (_, line) => {
    const { command, words } = route(readTypedLine(lastCommand(line.replace(/^(\w+=\S* )+/, "")).argv), tables)
    const typed = await readTyped(parseWords(words, command), command, {
      secret: async () => "secret",
      text: async (value: string) => value,
    })
    expect(missingOf(command, typed)).toEqual([])
  })
})

describe("help at any width", () => {
  it.each([20, 50, 80, 120, 300])("has no line longer than a terminal of %i columns, nor than 100", (columns) => {
    const long = texts.flatMap((text) =>
      wrapHelp(text, columns)
        .split("\n")
        .filter((line) => line.length > Math.min(columns, 100)),
    )
    expect(long).toEqual([])
  })

  it("has the same content at every width", () => {
    const contentOf = (text: string) => text.replaceAll(/['"]?\\$\n['"]?|\s/gm, "")
    for (const text of texts) expect(contentOf(wrapHelp(text, 60))).toBe(contentOf(wrapHelp(text, 100)))
  })

  it("keeps each command on one line in a pipe", () => {
    const example = commands.find(({ name }) => name === "messages.send")?.examples?.[0]
    expect(showHelp(helpOf(["messages", "send"]), { env: {} })).toContain(`\n  ${example}\n`)
  })

  it("has no escapes on a plain terminal", () => {
    for (const env of [{ TERM: "dumb" }, { NO_COLOR: "1" }]) {
      const screenText = texts.map((text) => showHelp(text, { isTTY: true, columns: 80, env })).join("")
      expect(screenText).not.toContain(String.fromCharCode(27))
    }
  })
})

describe("a command wrapped over several lines", () => {
  const examples = commands.flatMap((command) => command.examples ?? [])

  it.each([24, 50, 80])("is read by a shell as the same command, at %i columns", (columns) => {
    const wrapped = examples.map((example) => wrapCommand(example, columns, 2))
    expect(wrapped.flat().filter((line) => line.length > columns)).toEqual([])
    expect(shell(wrapped.map((lines) => lines.join("\n")))).toEqual(shell(examples))
  })
})

/** Returns the words that a shell passes to `mas`, for each command line. */
function shell(lines: readonly string[]): string[] {
  const script = ["mas() { printf '%s\\n' \"$@\"; }", ...lines].join("\nprintf '\\f'\n")
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).split("\f")
}
