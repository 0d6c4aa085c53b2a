import type { Template } from "../../../sdk/contract/templates.ts"
import { Collection, type Fields } from "../collection.ts"

export type TemplateRow = Fields<Template>

export const templatesTable = () =>
  new Collection<TemplateRow, "brand">({ groups: { brand: (template) => template.brand_id } })
