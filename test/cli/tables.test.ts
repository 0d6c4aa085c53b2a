import { describe, expect, it } from "vitest"
import type { CommandSpec, Flag, Positional } from "../../cli/command.ts"
import { extensions } from "../../cli/commands/specs/extensions.ts"
import { globalFlags } from "../../cli/line/global-flags.ts"
import { safetyOf } from "../../cli/schema/safety.ts"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"

const rules = (all: object) =>
  Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${JSON.stringify(value)}`]))

function argument({ name, description = "", ...more }: Flag | Positional, dashes = ""): string {
  return `    ${[`${dashes}${name}`, ...rules(more)].join(" ")}\n      ${description}`
}

function shown(command: CommandSpec): string {
  const { name, words, summary, description = [], positionals, flags, examples = [], ...more } = command
  return [
    `mas ${words.join(" ")} (${name}, ${safetyOf(command)})${rules(more).map((one) => ` ${one}`)}\n  ${summary}`,
    ...description.map((paragraph) => `  ${paragraph}`),
    ...positionals.map((one) => argument(one)),
    ...flags.map((flag) => argument(flag, "--")),
    ...examples.map((example) => `  $ ${example}`),
  ].join("\n")
}

// The contract's commands are no part of it, but for what is added to them by hand: a new endpoint changes nothing here.
describe("the commands that are written by hand", () => {
  const groups = commandGroups()
  const ownOf = ({ commands }: (typeof groups)[number]) => commands.filter(({ endpoint }) => !endpoint)

  it.each(groups.filter((group) => ownOf(group).length > 0))("say and take what they did: $name", async (group) => {
    const about = ownOf(group).length === group.commands.length ? `${group.about}\n\n` : ""
    await expect(`${about}${ownOf(group).map(shown).join("\n\n")}\n`).toMatchFileSnapshot(
      `golden/table-${group.name}.txt`,
    )
  })

  it("add to the contract's what they did", async () => {
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

  it("have the flags that every command has", async () => {
    const flags = globalFlags.map((flag) => argument(flag, "--"))
    await expect(`${flags.join("\n")}\n`).toMatchFileSnapshot("golden/table-of-all.txt")
  })
})
