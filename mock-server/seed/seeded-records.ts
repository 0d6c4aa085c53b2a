import { seededListName, seededSegmentName } from "./audience.ts"
import { seededSenders, seededTemplateName } from "./messaging.ts"
import { seededBrands } from "./people.ts"
import { seededPlans } from "./plans.ts"

const mainBrand = Object.keys(seededBrands).indexOf("main") + 1

/** What tests and scripts start from: the records of the brand `main` and the plans, the same in every world. */
export const seededRecords = {
  senders: withIds(seededSenders).flatMap(({ brand_id, id, email }) => (brand_id === mainBrand ? [{ id, email }] : [])),
  lists: withIds([{ name: seededListName }]),
  templates: withIds([{ name: seededTemplateName }]),
  segments: withIds([{ name: seededSegmentName }]),
  plans: withIds(seededPlans).map(({ id, name, slug }) => ({ id, name, slug })),
} as const

/** Rows with the ids that seeding gives them: in their order, from 1. */
function withIds<R extends object>(rows: readonly R[]): (R & { readonly id: number })[] {
  return rows.map((row, at) => ({ id: at + 1, ...row }))
}
