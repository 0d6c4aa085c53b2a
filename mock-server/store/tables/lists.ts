import { List } from "../../../sdk/contract/lists.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"

/** A list without the number of its contacts, which the contacts' index knows. */
const listsSchema = List.omit({ contacts_count: true })
export interface ListRow extends RowOf<typeof listsSchema> {}

export const listsTable = () =>
  new Collection<ListRow, "brand">({
    row: listsSchema,
    name: "List {id}",
    stamps: "both",
    groups: { brand: (list) => list.brand_id },
  })
