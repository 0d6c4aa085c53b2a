import type { Flow } from "../../sdk/contract/flows.ts"
import { Collection, type Fields } from "../collection.ts"

export type FlowRow = Fields<Flow>

export const flowsTable = () => new Collection<FlowRow, "brand">({ groups: { brand: (flow) => flow.brand_id } })
