import { toolGroups } from "../../../cli/commands/specs/tools.ts"
import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import { contract } from "../../../sdk/contract/index.ts"

/** Every group of commands. */
export const groupNames: readonly string[] = [
  ...new Set([...toolGroups.map(({ name }) => name), ...Object.keys(contract).map(kebabCase)]),
]

export { kebabCase as kebab }
