import { Flow } from "../../../sdk/contract/flows.ts"
import { flowMachine } from "../../machines/flows.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"
import { statusOf } from "../row-schema.ts"

const flowsSchema = Flow.extend({ status: statusOf(flowMachine) })
export interface FlowRow extends RowOf<typeof flowsSchema> {}

export const flowsTable = () =>
  new Collection<FlowRow, "brand", never, typeof flowMachine>({
    row: flowsSchema,
    name: "Flow",
    timestamps: "both",
    machine: flowMachine,
    groups: { brand: (flow) => flow.brand_id },
  })
