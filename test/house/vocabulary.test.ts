import { describe, expect, it } from "vitest"
import { filesUnder, readProjectFile } from "../support/files.ts"

/** Phrases of a private language, each with a plain way to say it. A stranger has to read them twice. */
const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/in (?:the|its|their|\w+'s) stead\b/, "instead of, replaces"],
  [/\bthe so many-th\b/, "the nth"],
  [/\bbites?\b/, "takes effect"],
  [/\b(?:is|are|was|were) told of\b/, "is reported, is called with"],
  [/\bTold of\b/, "Called with"],
  [/\bof no more when left out\b/, "without an argument it stops"],
  [/\bgoes before (?:both|what|the)\b/, "takes precedence over"],
  [/\bsuch a one\b/, "such a …"],
  [/\bamiss\b/, "wrong, invalid"],
  [/\b(?:ha[sd]|have) (?:its|their|a) hand in\b/, "changed by"],
  [/\bstand-ins?\b/i, "fake timers, replacement"],
  [/\bmishaps?\b/i, "injected fault"],
  [/\bcontrol interface\b/i, "control API"],
]

/** The comments of a source; all of a document but its code. */
function proseOf(path: string, text: string): string {
  if (path.endsWith(".md")) return text.replace(/```[\s\S]*?```|`[^`\n]*`/g, "")
  return (text.match(/\/\*\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*/gm) ?? []).join("\n").replace(/\n\s*\*/g, "")
}

/** Each phrase that a text has, and what to write instead. */
const plainerWords = (path: string, text: string) =>
  phrases.flatMap(([phrase, instead]) => {
    const [match] = phrase.exec(proseOf(path, text)) ?? []
    return match === undefined ? [] : [`${path}: "${match}": ${instead}`]
  })

/** Generated from the titles of tests; the examples of this test. */
const exceptions: readonly string[] = ["docs/internal/conformance.md", "test/house/vocabulary.test.ts"]
const isChecked = (path: string) => /\.(?:tsx?|md)$/.test(path) && !exceptions.includes(path)

describe("comments and documents", () => {
  it.each(["sdk", "mock-server", "cli", "test", "bench", "scripts", "examples", "docs"])(
    "speak plainly in %s",
    (folder) => {
      const problems = filesUnder(folder)
        .filter(isChecked)
        .flatMap((path) => plainerWords(path, readProjectFile(path)))
      expect(problems).toEqual([])
    },
  )

  it.each([
    ["a.ts", "/** Puts a world in another's stead. */", "in another's stead"],
    ["a.ts", "run() // Told of each change", "Told of"],
    ["a.ts", "/**\n * A fault had its\n * hand in it.\n */", "had its hand in"],
    ["a.md", "The option goes before both.", "goes before both"],
  ])("are found out in %s by %j", (path, text, phrase) => {
    expect(plainerWords(path, text)).toEqual([expect.stringContaining(`"${phrase}"`)])
  })

  it.each([
    ["a.ts", 'const text = "a stand-in"'],
    ["a.md", "Call `letStandIn(amiss)`.\n\n```ts\n// amiss\n```"],
  ])("are not looked for in the code of %s", (path, text) => {
    expect(plainerWords(path, text)).toEqual([])
  })
})
