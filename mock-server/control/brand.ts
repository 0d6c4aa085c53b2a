import { invalid } from "../base/mock-error.ts"
import type { BrandRow } from "../resources/account/brands-table.ts"
import { seededBrands } from "../seed/seeded-fixtures.ts"
import type { World } from "../world/world.ts"

/** The brand of a control call; by default the seeded `main`. */
export function brandBySid(world: World, sid: string = seededBrands.main): BrandRow {
  const brand = world.tables.brands.find("sid", sid)
  if (brand === undefined) throw invalid({ brand_sid: ["is not a known brand"] })
  return brand
}
