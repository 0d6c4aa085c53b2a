import { resolve } from "node:path"
import type { ClockView } from "../../mock-server/control/clock.ts"
import type { WorldView } from "../../mock-server/control/world.ts"
import type { Fault } from "../../mock-server/world/fault-rules.ts"
import type { Context, Run } from "../connection/context.ts"
import { textOf } from "../line/flag-values.ts"
import { readJsonObject } from "../line/input/files.ts"
import { writeTextFile } from "../terminal/output/write-file.ts"
import { control, mockAddress, printControl } from "./control.ts"

export async function reset(context: Context): Promise<void> {
  await control(context, "POST /reset")
  context.note(`The mock server at ${await mockAddress(context)} was reset to its seed.`)
}

export const world: Run = (context) => printControl(context, "GET /world")

export async function status(context: Context): Promise<void> {
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

export async function snapshot(context: Context): Promise<void> {
  const to = textOf(context.flags, "to") ?? "-"
  const text = JSON.stringify(await control<unknown>(context, "GET /snapshot"))
  if (to === "-") await context.output.text(text)
  else {
    await writeTextFile(context.io, to, `${text}\n`)
    context.note(
      `Written to ${to}. Restore it with: ${context.nextCommand({ words: ["mock", "restore"], args: [to] })}`,
    )
  }
}

/** `mas mock restore`: restores a snapshot completely or not at all. */
export async function restore(context: Context): Promise<void> {
  const file = textOf(context.args, "file") ?? "-"
  const body =
    file === "-"
      ? await readJsonObject(context, file, "stdin")
      : await readJsonObject(context, `@${resolve(context.io.cwd, file)}`, file)
  await control(context, "PUT /snapshot", { body })
  context.note(`The mock server at ${await mockAddress(context)} has the state of the snapshot.`)
}
