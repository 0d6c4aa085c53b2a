import { Template } from "../../../sdk/contract/templates.ts"
import { Collection } from "../../store/collection.ts"
import type { RowOf } from "../../store/row.ts"

export interface TemplateRow extends RowOf<typeof Template> {}

export const templatesTable = () =>
  new Collection<TemplateRow, "brand">({
    row: Template,
    name: "Template {id}",
    timestamps: "both",
    groups: { brand: (template) => template.brand_id },
  })
