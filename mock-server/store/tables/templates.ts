import { Template } from "../../../sdk/contract/templates.ts"
import { Collection } from "../collection.ts"
import type { RowOf } from "../row.ts"

const templatesSchema = Template
export interface TemplateRow extends RowOf<typeof templatesSchema> {}

export const templatesTable = () =>
  new Collection<TemplateRow, "brand">({
    row: templatesSchema,
    name: "Template {id}",
    stamps: "both",
    groups: { brand: (template) => template.brand_id },
  })
