import type { MockWorld } from "../../mock-server/index.ts"
import type { SnapshotState } from "../../mock-server/world/snapshot.ts"

/** A world's snapshot with its parts, which the type for users hides. */
export const snapshotOf = (world: Pick<MockWorld, "state">): SnapshotState => world.state.snapshot() as SnapshotState
