import type { Output } from "../outputs.ts"
import { groupNames } from "./names.ts"

/** What is generated for the command line: a table and a help file for each group, and what they have in common. */
export const cliOutputs: readonly Output[] = [
  ...groupNames.flatMap((name): Output[] => [
    {
      path: `cli/table/${name}.gen.ts`,
      render: async () => {
        const { renderTable } = await import("./tables.ts")
        return renderTable(await groupNamed(name))
      },
    },
    {
      path: `cli/help/${name}.gen.json`,
      render: async () => {
        const { groupHelp } = await import("./help.ts")
        return toJson(groupHelp(await groupNamed(name)))
      },
    },
  ]),
  {
    path: "cli/table/index.gen.ts",
    render: async () => {
      const { renderTableIndex } = await import("./tables.ts")
      return renderTableIndex(await groups())
    },
  },
  {
    path: "cli/help/_mas.gen.json",
    render: async () => {
      const { topHelp } = await import("./help.ts")
      return toJson(topHelp(await groups()))
    },
  },
  {
    path: "cli/help/_completion.gen.json",
    render: async () => {
      const { completionWords } = await import("./completion.ts")
      return `${JSON.stringify(completionWords(await groups()))}\n`
    },
  },
]

/** Loaded late: it reads the comments of the contract, which an earlier output writes. */
async function groups() {
  const { commandGroups } = await import("./commands.ts")
  return commandGroups()
}

async function groupNamed(name: string) {
  const group = (await groups()).find((one) => one.name === name)
  if (!group) throw new Error(`no group ${name}`)
  return group
}

const toJson = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`
