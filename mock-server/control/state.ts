import { invalid } from "../base/mock-error.ts"
import { loadSnapshot, Snapshot, takeSnapshot } from "../world/snapshot.ts"
import { defineControl } from "./control.ts"

export const stateControls = {
  reset: defineControl({ method: "POST", path: "/reset", status: 204 }, ({ worlds, id }) => {
    worlds.reset(id)
  }),

  snapshot: defineControl({ method: "GET", path: "/snapshot" }, ({ world }) => takeSnapshot(world)),

  /** Atomic: an invalid snapshot leaves the world unchanged. */
  restore: defineControl(
    { method: "PUT", path: "/snapshot", status: 204, body: Snapshot },
    ({ worlds, id }, { body: snapshot }) => {
      worlds.replace(id, (world) => {
        try {
          loadSnapshot(world, snapshot)
        } catch (error) {
          throw invalid({ tables: [`cannot be restored: ${String(error)}`] })
        }
      })
    },
  ),
}
