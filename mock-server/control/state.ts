import { invalid } from "../base/service-error.ts"
import { loadSnapshot, Snapshot, takeSnapshot } from "../state/snapshot.ts"
import { defineControl } from "./control.ts"

export const stateControls = {
  reset: defineControl({ method: "POST", path: "/reset", status: 204 }, ({ service, id }) => {
    service.reset(id)
  }),

  snapshot: defineControl({ method: "GET", path: "/snapshot" }, ({ world }) => takeSnapshot(world)),

  /** All or nothing: a snapshot that cannot be taken in leaves the world as it is. */
  restore: defineControl(
    { method: "PUT", path: "/snapshot", status: 204, body: Snapshot },
    ({ service, id }, { body: snapshot }) => {
      service.replace(id, (world) => {
        try {
          loadSnapshot(world, snapshot)
        } catch (error) {
          throw invalid({ tables: [`cannot be taken in: ${String(error)}`] })
        }
      })
    },
  ),
}
