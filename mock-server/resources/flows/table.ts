import { Flow } from "../../../sdk/contract/flows.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"
import { statusOf } from "../../store/row-schema.ts"
import { flowMachine } from "./machine.ts"

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
