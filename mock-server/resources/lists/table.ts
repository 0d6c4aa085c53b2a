import { List } from "../../../sdk/contract/lists.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

/** A list without its number of contacts, which comes from the contacts' index. */
const listsSchema = List.omit({ contacts_count: true })
export interface ListRow extends RowOf<typeof listsSchema> {}

export const listsTable = () =>
  new Collection<ListRow, "brand">({
    row: listsSchema,
    name: "List {id}",
    timestamps: "both",
    groups: { brand: (list) => list.brand_id },
  })
