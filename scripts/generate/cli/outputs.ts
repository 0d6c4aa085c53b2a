import type { CommandGroup } from "../../../cli/command/spec.ts"
import { helpFiles } from "../../../cli/help/static-help.ts"
import type { Output } from "../output.ts"
import { groupNames } from "./names.ts"

/** What is generated for the command line: a table for each group, what groups have in common, and help. */
export const cliOutputs: readonly Output[] = [
  ...groupNames.map(
    (name): Output => ({
      path: `generated/tables/${name}.json`,
      render: async () => toJson(await groupNamed(name)),
    }),
  ),
  { path: "generated/tables/_groups.json", render: () => toJson(groupNames) },
  {
    path: "generated/tables/_schemas.json",
    render: async () => {
      const { commandSchemas } = await import("./command-schemas.ts")
      return `${JSON.stringify(commandSchemas(await groups()))}\n`
    },
  },
  {
    path: "generated/help/_mas.json",
    render: async () => {
      const { topHelp } = await import("./help.ts")
      return toJson(topHelp(await groups()))
    },
  },
  {
    path: "generated/help/_others.json",
    render: async () => {
      const { groupHelp, topicHelp } = await import("./help.ts")
      const all = await groups()
      const help = Object.fromEntries(all.map((group) => [group.name, groupHelp(group)]))
      return toJson({ ...help, [helpFiles.topics]: topicHelp(all) })
    },
  },
  {
    path: "generated/help/_completion.json",
    render: async () => {
      const { completionWords } = await import("./completion.ts")
      return `${JSON.stringify(completionWords(await groups()))}\n`
    },
  },
]

let gathered: Promise<readonly CommandGroup[]> | undefined

/** Worked out once. Loaded late: it reads the comments of the contract, which an earlier output writes. */
function groups() {
  gathered ??= import("./commands.ts").then(({ commandGroups }) => commandGroups())
  return gathered
}

async function groupNamed(name: string) {
  const group = (await groups()).find((one) => one.name === name)
  if (!group) throw new Error(`no group ${name}`)
  return group
}

const toJson = (value: unknown) => `${JSON.stringify(value)}\n`
