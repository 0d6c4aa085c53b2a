import type { ClockView } from "../../../mock-server/control/clock.ts"
import type { WorldView } from "../../../mock-server/control/world.ts"
import type { Fault } from "../../../mock-server/world/fault-rules.ts"
import type { Context } from "../../connection/context.ts"
import { control } from "../../runners/control.ts"

export async function run(context: Context): Promise<void> {
  const { status } = await control<{ readonly status: string }>(context, "GET /health")
  const count = async (call: "GET /requests" | "GET /deliveries" | "GET /outbox") =>
    (await control<unknown[]>(context, call)).length
  const { base_url } = await control<WorldView>(context, "GET /world")
  const clock = await control<ClockView>(context, "GET /clock")
  await context.output.record({
    status,
    base_url,
    clock,
    requests: await count("GET /requests"),
    deliveries: await count("GET /deliveries"),
    outbox: await count("GET /outbox"),
    faults: await control<Fault[]>(context, "GET /faults"),
  })
}
