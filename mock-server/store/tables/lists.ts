import type { List } from "../../../sdk/contract/lists.ts"
import { Collection, type Fields } from "../collection.ts"

/** A list without the number of its contacts, which the contacts' index knows. */
export type ListRow = Omit<Fields<List>, "contacts_count">

export const listsTable = () => new Collection<ListRow, "brand">({ groups: { brand: (list) => list.brand_id } })
