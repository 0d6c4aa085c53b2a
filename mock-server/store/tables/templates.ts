import type { Template } from "../../../sdk/contract/templates.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"

export type TemplateRow = Fields<Template>

export const templatesTable = () =>
  new Collection<TemplateRow, "brand">({
    name: "Template {id}",
    stamps: "both",
    groups: { brand: (template) => template.brand_id },
  })
