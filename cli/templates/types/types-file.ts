import { visibleText } from "../../../sdk/contract/core/clean-text.ts"
import { addressKey, isLocal, type Lock } from "../lock-file.ts"
import type { FolderTemplate } from "../read-templates.ts"
import type { DataShape } from "../variables/data-shape.ts"
import { constantName, typeName } from "./names.ts"
import { typeText } from "./type-text.ts"

export const typesFileName = "templates.gen.ts"

export interface TypedTemplate {
  readonly template: Pick<FolderTemplate, "folder" | "content">
  readonly data: DataShape
}

const head = `// Written by \`mas templates types\` from the files in this folder. Change those, and run it again.
import type { TemplateParts } from "mas-sdk"
`

/**
 * Generates `templates.gen.ts`: each template's data type and message parts. A team shares the file: ids at addresses of
 * this machine are left out.
 */
export function typesFile(templates: readonly TypedTemplate[], lock: Lock): string {
  const parts = templates.map((typed) => `\n${dataType(typed)}\n${constant(typed, idsOf(typed.template.folder, lock))}`)
  // In texts, the escapes stand for the same characters; a pull request shows all of them.
  return visibleText([head, ...parts].join(""))
}

function dataType({ template, data }: TypedTemplate): string {
  const type = typeText(data)
  const name = typeName(template.folder)
  const comment = `/** The data of the template ${inComment(template.folder)}. */\n`
  if (type === "{}") return `${comment}export type ${name} = Record<string, never>\n`
  return data.kind === "object"
    ? `${comment}export interface ${name} ${type}\n`
    : `${comment}export type ${name} = ${type}\n`
}

function constant({ template: { folder, content } }: TypedTemplate, ids: Ids): string {
  const parts = `TemplateParts<${typeName(folder)}>`
  const type = content.subject === null ? `Omit<${parts}, "subject">` : parts
  const lines = Object.entries(ids).map(([address, brands]) => `      ${JSON.stringify(address)}: ${inline(brands)},\n`)
  return [
    `/** ${inComment(content.name)}. */\n`,
    `export const ${constantName(folder)}: ${type} = {\n`,
    `  channel: "email",\n`,
    content.subject === null ? "" : `  subject: ${JSON.stringify(content.subject)},\n`,
    `  template_id: {\n`,
    `    template: ${JSON.stringify(folder)},\n`,
    `    ids: {${lines.length > 0 ? `\n${lines.join("")}    ` : ""}},\n`,
    `  },\n`,
    `}\n`,
  ].join("")
}

type Ids = Readonly<Record<string, Readonly<Record<string, number>>>>

/** The ids of a folder's template by address and brand, sorted. */
function idsOf(folder: string, lock: Lock): Ids {
  const shared = Object.entries(lock).filter(([address]) => !isLocal(address))
  const ids = shared.flatMap(([address, brands]) => {
    const entriesWithTypes = Object.entries(brands).flatMap(([brand, entries]) => {
      const entry = Object.hasOwn(entries, folder) ? entries[folder] : undefined
      return entry === undefined ? [] : [[brand, entry.id] as const]
    })
    return entriesWithTypes.length === 0
      ? []
      : [[addressKey(address), Object.fromEntries(entriesWithTypes.sort())] as const]
  })
  return Object.fromEntries(ids.sort(([one], [other]) => (one < other ? -1 : 1)))
}

const inline = (brands: Readonly<Record<string, number>>) =>
  `{ ${Object.entries(brands)
    .map(([brand, id]) => `${JSON.stringify(brand)}: ${id}`)
    .join(", ")} }`

/** A text that cannot end a comment. */
const inComment = (text: string) => text.replaceAll("*/", "* /").replaceAll(/\s+/g, " ").replace(/\.$/, "")
