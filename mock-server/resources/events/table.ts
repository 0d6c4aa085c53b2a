import { Id } from "../../../sdk/contract/core/shared.ts"
import { ContactEvent } from "../../../sdk/contract/events.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

const eventsSchema = ContactEvent.extend({ brand_id: Id })
export interface ContactEventRow extends RowOf<typeof eventsSchema> {}

export const eventsTable = () =>
  new Collection<ContactEventRow, "brand" | "contact" | "name">({
    row: eventsSchema,
    timestamps: "both",
    groups: {
      brand: (event) => event.brand_id,
      contact: (event) => event.contact_id,
      name: (event) => eventNameKey(event.brand_id, event.event),
    },
  })

export const eventNameKey = (brandId: number, event: string) => `${brandId} ${event}`
