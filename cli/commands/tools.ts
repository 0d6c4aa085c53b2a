import type { CommandGroup, CommandSpec, Flag } from "../command.ts"
import { completionGroup } from "./specs/completion.ts"
import { mockGroup } from "./specs/mock.ts"
import { sessionGroups } from "./specs/session.ts"
import { toolGroups } from "./specs/tools.ts"
import { webhookGroup } from "./specs/webhooks.ts"

/**
 * Commands that are not one endpoint of the contract, as data. `npm run generate` merges them with the contract's commands
 * into the tables, help and completion; `cli/commands/runners.ts` says what they do. A group that the contract has too
 * (`webhooks`) gets these after its own; groups are shown in this order, before the contract's.
 */
export const bespokeGroups: readonly CommandGroup[] = [
  mockGroup,
  ...sessionGroups,
  ...toolGroups,
  completionGroup,
  webhookGroup,
]

/** What hand-written code adds to a command of the contract. */
export interface Extension {
  readonly flags?: readonly Flag[]
  readonly description?: readonly string[]
  readonly examples?: readonly string[]
  /** Columns of a table, chosen by hand. */
  readonly columns?: readonly string[]
}

/** By endpoint name. An endpoint whose run function is replaced as well has an entry in `runners.ts`. */
export { extensions } from "./specs/extensions.ts"

/** All of them, group by group. */
export const bespokeCommands: readonly CommandSpec[] = bespokeGroups.flatMap(({ commands }) => commands)
