import { describe, expect, it } from "vitest"
import { synonyms } from "../../cli/specs/synonyms.ts"
import { exitCodes } from "../../cli/terminal/errors/exit-codes.ts"
import { homeWithService } from "./own/run.ts"
import { tables } from "./tables.ts"

const verbsOf = (group: string) => tables.group(group)?.commands.map(({ words }) => words[1] ?? "")
const topics = ["environment"]

/** The commands in backticks that do not exist, and the reasons why a text is no hint. */
function flawsOf(text: string): string[] {
  const commands = [...text.matchAll(/`mas (?!-)([^`]*)`/g)].map(([, words = ""]) => words)
  const unknown = commands.filter((words) => !isKnown(words))
  const sentences = text.split(/(?<=[.?])\s+/)
  return [
    ...unknown.map((words) => `no command ${words}`),
    ...(commands.length === 0 && !text.includes("`mas ") ? ["no command"] : []),
    ...(sentences.length > 2 || text.length > 160 || !text.endsWith(".") ? ["not one or two short sentences"] : []),
  ]
}

function isKnown(words: string): boolean {
  const [group = "", verb, ...more] = words.split(" ")
  if (group === "help") return verb === undefined || topics.includes(verb)
  const verbs = verbsOf(group)
  const { commands = [], defaultVerb } = tables.group(group) ?? {}
  const verbName = verb === undefined || verb.startsWith("--") ? defaultVerb : verb
  const command = commands.find(({ words: [, one = ""] }) => one === "" || one === verbName)
  const flags = [verb, ...more].filter((word) => word?.startsWith("--")).map((word) => word?.slice(2))
  return verbs !== undefined && command !== undefined && flags.every((flag) => isFlag(flag, command))
}

const isFlag = (flag: string | undefined, { flags }: { readonly flags: readonly { readonly name: string }[] }) =>
  ["profile", "follow"].includes(flag ?? "") || flags.some(({ name }) => name === flag)

describe("a word from another tool", () => {
  it.each(Object.entries(synonyms))("has a short hint to a command that exists: %s", (words, text) => {
    const [group = "", verb = ""] = words.split(" ")
    if (group !== "*") expect(flawsOf(text)).toEqual([])
    // A synonym that became a command would never be shown.
    if (verb === "") expect(tables.names()).not.toContain(group)
    else if (group !== "*") expect(verbsOf(group)).not.toContain(verb)
    if (verb !== "" && group !== "*") expect(tables.names()).toContain(group)
  })

  it("is reported if its hint leads nowhere, or is long", () => {
    expect(flawsOf("Use `mas messages vanish`.")).toEqual(["no command messages vanish"])
    expect(flawsOf("Use `mas mock requests --nonsense`.")).toEqual(["no command mock requests --nonsense"])
    expect(flawsOf("One. Two. Three.")).toEqual(["no command", "not one or two short sentences"])
  })

  it.each([
    ["send --to ada@example.test", "Use `mas messages send`"],
    ["use work", "`mas profiles use`"],
    ["help config", "`mas profiles list`"],
    ["status --help", "`mas doctor`"],
    ["messages cancel 3", "`mas campaigns cancel`"],
    ["mock logs", "`mas mock requests --follow`"],
    ["contacts add", "Use `mas contacts create`."],
    ["webhooks rm 3", "Use `mas webhooks delete`."],
    ["list contacts", "The noun comes first: `mas contacts list`."],
    ["get campaign 3", "The noun comes first: `mas campaigns get`."],
    ["contacts:list", "Write it with a space: `mas contacts list`."],
    ["contacts.list", "Write it with a space: `mas contacts list`."],
    ["campaign list", "Did you mean campaigns?"],
    ["log", "Did you mean login or logout?"],
  ])("leads to the command: mas %s", async (line, hint) => {
    const home = homeWithService()
    const { code, err } = await home.run(line.split(" "))
    await home.close()
    expect([code, JSON.parse(err).error.hint]).toEqual([exitCodes.usage, expect.stringContaining(hint)])
  })

  it.each(["deploy", "env2", "zap", "build", "install", "foo", "test", "queue", "cat", "new"])(
    "is no guess at another command: mas %s",
    async (word) => {
      const home = homeWithService()
      const { code, err } = await home.run([word])
      await home.close()
      expect([code, JSON.parse(err).error.hint]).toEqual([exitCodes.usage, expect.not.stringContaining("Did you mean")])
    },
  )

  it("is no guess at a verb: mas contacts", async () => {
    const home = homeWithService()
    const { err } = await home.run(["contacts", "merge"])
    await home.close()
    expect(JSON.parse(err).error.hint).toContain("mas contacts has list, create")
  })
})
