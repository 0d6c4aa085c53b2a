import { Flow } from "../../../sdk/contract/flows.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { flowMachine } from "../../machines/flows.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"
import { statusOf } from "../row-schema.ts"

export type FlowRow = Fields<Flow> & { readonly status: StateOf<typeof flowMachine> }

const flowsSchema = Flow.extend({ status: statusOf(flowMachine) })

export const flowsTable = () =>
  new Collection<FlowRow, "brand", never, typeof flowMachine>({
    row: flowsSchema,
    name: "Flow",
    stamps: "both",
    machine: flowMachine,
    groups: { brand: (flow) => flow.brand_id },
  })
