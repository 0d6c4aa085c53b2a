import * as z from "zod"
import type { Steps } from "../base/event-loop.ts"
import { loadSnapshot } from "../world/snapshot.ts"
import { type ClockView, clockView } from "./clock.ts"
import { defineControl, defineLongControl } from "./control.ts"

/** The name of a checkpoint. */
export const NewCheckpoint = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^(?!\.{1,2}$)/, "cannot be . or ..: no path leads there"),
})

export const checkpointControls = {
  list: defineControl({ method: "GET", path: "/checkpoints" }, ({ checkpoints }) => checkpoints.list()),

  save: defineControl(
    { method: "POST", path: "/checkpoints", status: 201, body: NewCheckpoint },
    ({ checkpoints, world }, { body }) => checkpoints.save(body.name, world),
  ),

  /** Restores the state, with its clock and scheduled work. Requests in progress finish in the replaced world. */
  rewind: defineLongControl(
    { method: "POST", path: "/checkpoints/{name}/rewind", params: NewCheckpoint },
    function* ({ worlds, id, checkpoints }, { params }): Steps<ClockView> {
      const snapshot = checkpoints.get(params.name)
      return clockView((yield* worlds.replace(id, (world) => loadSnapshot(world, snapshot))).world)
    },
  ),

  remove: defineControl(
    { method: "DELETE", path: "/checkpoints/{name}", status: 204, params: NewCheckpoint },
    ({ checkpoints }, { params }) => checkpoints.remove(params.name),
  ),
}
