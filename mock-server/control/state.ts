import { invalid } from "../base/mock-error.ts"
import { checkRows, loadSnapshot, Snapshot, takeSnapshot } from "../world/snapshot.ts"
import { defineControl, defineLongControl } from "./control.ts"

export const stateControls = {
  reset: defineLongControl({ method: "POST", path: "/reset", status: 204 }, function* ({ worlds, id }) {
    yield* worlds.reset(id)
  }),

  snapshot: defineControl({ method: "GET", path: "/snapshot" }, ({ world }) => takeSnapshot(world)),

  /** Atomic: an invalid snapshot leaves the world unchanged. */
  restore: defineLongControl(
    { method: "PUT", path: "/snapshot", status: 204, body: Snapshot },
    function* ({ worlds, id }, { body: snapshot }) {
      yield* checkRows(snapshot)
      yield* worlds.replace(id, function* (world) {
        try {
          yield* loadSnapshot(world, snapshot)
        } catch (error) {
          throw invalid({ tables: [`cannot be restored: ${String(error)}`] })
        }
      })
    },
  ),
}
