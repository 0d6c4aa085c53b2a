import { Template } from "../../../sdk/contract/templates.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"

export type TemplateRow = Fields<Template>

const templatesSchema = Template

export const templatesTable = () =>
  new Collection<TemplateRow, "brand">({
    row: templatesSchema,
    name: "Template {id}",
    stamps: "both",
    groups: { brand: (template) => template.brand_id },
  })
