import type { CommandGroup } from "../../../cli/command.ts"

const head = "// Written by `npm run generate` from sdk/contract and cli/commands/specs. Do not edit.\n"

/** `generated/cli/<group>.ts`: what the commands of one group take; a command line loads only its own group's. */
export function renderTable(group: CommandGroup): string {
  return `${head}import type { CommandGroup } from "../../cli/command.ts"

export const group: CommandGroup = ${JSON.stringify(group, null, 1)}
`
}

/** `generated/cli/index.ts`: every group with its verbs, and how to load it. */
export function renderTableIndex(groups: readonly CommandGroup[]): string {
  const verbs = ({ commands }: CommandGroup) => JSON.stringify(commands.map(({ words }) => words[1] ?? ""))
  const lines = groups.map(
    (group) =>
      `  ${JSON.stringify(group.name)}: { verbs: ${verbs(group)}, load: () => import("./${group.name}.ts") },\n`,
  )
  return `${head}import type { CommandGroup } from "../../cli/command.ts"

/** A group before its table is loaded. A command of one word is a group whose only verb is empty. */
export interface GroupEntry {
  readonly verbs: readonly string[]
  readonly load: () => Promise<{ readonly group: CommandGroup }>
}

/** Every group by what is typed. */
export const groups: Readonly<Record<string, GroupEntry>> = {
${lines.join("")}}
`
}
