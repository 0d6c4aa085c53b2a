import { invalid } from "../base/mock-error.ts"
import { seededBrands } from "../seed/seeded-world.ts"
import type { BrandRow } from "../store/tables/brands.ts"
import type { World } from "../world/world.ts"

/** The brand that a control call is about: the seeded `main` when it names none. */
export function brandBySid(world: World, sid: string = seededBrands.main): BrandRow {
  const brand = world.tables.brands.find("sid", sid)
  if (brand === undefined) throw invalid({ brand_sid: ["is of no brand"] })
  return brand
}
