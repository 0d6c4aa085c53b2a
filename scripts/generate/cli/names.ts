import { toolGroups } from "../../../cli/commands/specs/tools.ts"
import { contract } from "../../../sdk/contract/index.ts"

/** A name of the contract as it is typed: `fundingPurchases` and `amount_cents` as `funding-purchases` and `amount-cents`. */
export const kebab = (name: string): string =>
  name.replaceAll("_", "-").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Every group of commands. */
export const groupNames: readonly string[] = [
  ...new Set([...toolGroups.map(({ name }) => name), ...Object.keys(contract).map(kebab)]),
]
