import { writeFixtures } from "../seed/write-fixtures.ts"
import { UncheckedFixtures } from "../world/fixtures/fixtures.ts"
import { defineControl } from "./control.ts"

export const fixtureControls = {
  /** What there is now, as a document that a world can begin with; what has happened is not in it. */
  get: defineControl({ method: "GET", path: "/fixtures" }, ({ world, setup }) => writeFixtures(world, setup.fixtures)),

  /** All or nothing: a document that cannot be begun with leaves the world as it is. A later reset comes back to it. */
  set: defineControl(
    { method: "PUT", path: "/fixtures", status: 204, body: UncheckedFixtures },
    ({ worlds, id, setup }, { body: fixtures }) => {
      worlds.replace(id, () => {}, { ...setup, fixtures })
    },
  ),
}
