import * as z from "zod"
import { loadSnapshot } from "../world/snapshot.ts"
import { type ClockView, clockView } from "./clock.ts"
import { defineControl } from "./control.ts"

/** What a state is to be called. */
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

  /** Restores that state, with its clock and scheduled work. Requests that are running finish on the world that is left. */
  rewind: defineControl(
    { method: "POST", path: "/checkpoints/{name}/rewind", params: NewCheckpoint },
    ({ worlds, id, checkpoints }, { params }): ClockView => {
      const snapshot = checkpoints.get(params.name)
      return clockView(worlds.replace(id, (world) => loadSnapshot(world, snapshot)).world)
    },
  ),

  remove: defineControl(
    { method: "DELETE", path: "/checkpoints/{name}", status: 204, params: NewCheckpoint },
    ({ checkpoints }, { params }) => checkpoints.remove(params.name),
  ),
}
