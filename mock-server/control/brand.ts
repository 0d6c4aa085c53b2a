import { invalid } from "../base/service-error.ts"
import { seededBrands } from "../seed/people.ts"
import type { BrandRow } from "../store/tables/brands.ts"
import type { World } from "../world/world.ts"

/** The brand that a control call is about: the seeded `main` when it names none. */
export function brandBySid(world: World, sid: string = seededBrands.main.sid): BrandRow {
  const brand = world.tables.brands.find("sid", sid)
  if (brand === undefined) throw invalid({ brand_sid: ["is of no brand"] })
  return brand
}
