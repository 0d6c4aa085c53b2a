import { writeFixtures } from "../seed/write-fixtures.ts"
import { UncheckedFixtures } from "../world/fixtures/fixtures.ts"
import { defineLongControl } from "./control.ts"

export const fixtureControls = {
  /** The current records as a fixtures document, without history. */
  get: defineLongControl({ method: "GET", path: "/fixtures" }, ({ world, setup }) =>
    writeFixtures(world, setup.fixtures),
  ),

  /** Atomic: an invalid document leaves the world unchanged. A later reset returns to these fixtures. */
  set: defineLongControl(
    { method: "PUT", path: "/fixtures", status: 204, body: UncheckedFixtures },
    function* ({ worlds, id, setup }, { body: fixtures }) {
      yield* worlds.replace(id, undefined, { ...setup, fixtures })
    },
  ),
}
