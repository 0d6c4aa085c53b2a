import type { Flow } from "../../../sdk/contract/flows.ts"
import type { StateOf } from "../../base/state-machine.ts"
import type { flowMachine } from "../../machines/flows.ts"
import { Collection, type Fields } from "../collection.ts"

export type FlowRow = Fields<Flow> & { readonly status: StateOf<typeof flowMachine> }

export const flowsTable = () => new Collection<FlowRow, "brand">({ groups: { brand: (flow) => flow.brand_id } })
