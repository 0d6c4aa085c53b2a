import { List } from "../../../sdk/contract/lists.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"

/** A list without the number of its contacts, which the contacts' index knows. */
export type ListRow = Omit<Fields<List>, "contacts_count">

const listsSchema = List.omit({ contacts_count: true })

export const listsTable = () =>
  new Collection<ListRow, "brand">({
    row: listsSchema,
    name: "List {id}",
    stamps: "both",
    groups: { brand: (list) => list.brand_id },
  })
