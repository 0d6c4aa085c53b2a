import { describe, expect, it } from "vitest"
import type { CommandGroup, CommandSpec, Flag, Positional } from "../../cli/line/command/spec.ts"
import { globalFlags } from "../../cli/line/global-flags.ts"
import { safetyOf } from "../../cli/line/schema/safety.ts"
import { extensions } from "../../cli/specs/endpoint-extensions.ts"
import { agentHelpReader } from "../../cli/terminal/help/agent-help.ts"
import { helpFiles } from "../../cli/terminal/help/static-help.ts"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { tables } from "./tables.ts"

const rules = (all: object) =>
  Object.entries(all)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${JSON.stringify(value)}`]))
    .sort()

function argument({ name, description = "", ...more }: Flag | Positional, dashes = ""): string {
  return `    ${[`${dashes}${name}`, ...rules(more)].join(" ")}\n      ${description}`
}

function describeCommand(command: CommandSpec): string {
  const { name, words, summary, description = [], positionals, flags, examples = [], ...more } = command
  return [
    `mas ${words.join(" ")} (${name}, ${safetyOf(command)})${rules(more).map((one) => ` ${one}`)}\n  ${summary}`,
    ...description.map((paragraph) => `  ${paragraph}`),
    ...positionals.map((one) => argument(one)),
    ...flags.map((flag) => argument(flag, "--")),
    ...examples.map((example) => `  $ ${example}`),
  ].join("\n")
}

/** What an endpoint's command can have, and no handwritten one has. */
const one: CommandSpec = {
  ...{ name: "many.verb", words: ["many", "verb"], summary: "Do one thing of very many. And more", confirm: "paid" },
  positionals: [
    { name: "id", type: "integer", required: true, description: "Which one; as it is listed." },
    { name: "more", type: "string", rest: true },
  ],
  flags: [
    { name: "key", type: "string", secret: true, required: true, description: "A key. Not shown." },
    { name: "part", type: "string", required: true, within: "whole", description: "A part." },
    { name: "tags", type: "string", array: true, choices: ["a", "b"] },
    { name: "when", type: "string", format: "date-time" },
    { name: "is-on", type: "boolean" },
  ],
  endpoint: { method: "GET", path: "/v1/many", paginated: 10, credentials: [], fields: ["id", "name"] },
}

/** A group whose help has to be shortened: `count` verbs, the first with `count` flags. */
function wideGroup(count: number): CommandGroup {
  const description = "What it is, in some words more than are needed"
  const flags = Array.from({ length: count }, (_, at): Flag => ({ name: `flag-${at}`, type: "string", description }))
  const choices = ["long", "x".repeat(60)]
  const first: CommandSpec = {
    ...{ ...one, words: ["wide", "first"], examples: ["mas wide first 1"] },
    flags: [...one.flags, { name: "level", type: "string", required: true, choices }, ...flags],
  }
  const others = flags.map(({ name }): CommandSpec => ({ ...one, words: ["wide", name] }))
  return {
    name: "wide",
    about: "Wide.",
    commands: [first, ...others],
  }
}

// The contract's commands are left out, except for handwritten additions: a new endpoint changes nothing here.
describe("handwritten commands", () => {
  const groups = commandGroups()
  const ownOf = ({ commands }: (typeof groups)[number]) => commands.filter(({ endpoint }) => !endpoint)

  it.each(groups.filter((group) => ownOf(group).length > 0))("match the golden file: $name", async (group) => {
    const about = ownOf(group).length === group.commands.length ? `${group.about}\n\n` : ""
    await expect(`${about}${ownOf(group).map(describeCommand).join("\n\n")}\n`).toMatchFileSnapshot(
      `golden/table-${group.name}.txt`,
    )
  })

  it("match the golden file of help for agents", async () => {
    const byHand = new Map(
      groups.filter((group) => ownOf(group).length === group.commands.length).map((group) => [group.name, group]),
    )
    const [mock = { name: "", about: "", commands: [] }] = byHand.values()
    // A list that is too long, and a text that cannot be cut short enough.
    const many = Array.from({ length: 1_200 }, (_, at) => ({ ...one, words: ["many", `verb-${at}`] as const }))
    byHand.set("many", { ...mock, name: "many", commands: many })
    for (const [at, count] of [20, 60, 130, 400].entries()) byHand.set(`wide${at}`, wideGroup(count))
    const few = { ...tables, names: () => [...byHand.keys()], group: (name: string) => byHand.get(name) }
    const read = agentHelpReader(few, () => ({ topic: "One\n  \tmas two\n" }))
    const texts = [helpFiles.top, helpFiles.topics, ...byHand.keys(), "nothing"].map((name) =>
      [
        name,
        ...Object.entries(read(name) ?? {})
          .slice(0, name.startsWith("wide") ? 2 : 12)
          .map(([verb, text]) => `# ${verb}\n${text}`),
      ].join("\n"),
    )
    await expect(texts.join("\n")).toMatchFileSnapshot("golden/agent-help.txt")
  })

  it("match the golden file of additions to the contract", async () => {
    const added = Object.entries(extensions).map(([name, { flags = [], description = [], examples = [] }]) =>
      [
        name,
        ...description.map((paragraph) => `  ${paragraph}`),
        ...flags.map((flag) => argument(flag, "--")),
        ...examples.map((example) => `  $ ${example}`),
      ].join("\n"),
    )
    await expect(`${added.join("\n\n")}\n`).toMatchFileSnapshot("golden/table-of-contract.txt")
  })

  it("match the golden file of global flags", async () => {
    const flags = globalFlags.map((flag) => argument(flag, "--"))
    await expect(`${flags.join("\n")}\n`).toMatchFileSnapshot("golden/table-of-all.txt")
  })
})
