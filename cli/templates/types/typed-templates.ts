import { liquid, loadLiquid } from "../../../mock-server/resources/messages/liquid.ts"
import { messageOf } from "../../../sdk/client/transport/fields.ts"
import type { Problem } from "../place.ts"
import type { FolderTemplate } from "../read-templates.ts"
import { type DataShape, narrow, shapeOf } from "../variables/data-shape.ts"
import { readVariables } from "../variables/read-variables.ts"
import { constantName } from "./names.ts"
import type { TypedTemplate } from "./types-file.ts"

/** The templates of a folder with their data types, unknown names, and problems. */
export async function typedTemplates(templates: readonly FolderTemplate[]) {
  await loadLiquid()
  const typed: TypedTemplate[] = []
  const unknown: { folder: string; name: string }[] = []
  const problems: Problem[] = twins(templates)
  for (const template of templates) {
    const { folder, path, parts, samples } = template
    const texts = Object.values(parts).map(({ text }) => text)
    try {
      const shape = readShape(
        texts,
        Object.values(samples).map(({ data }) => data),
      )
      typed.push({ template, data: shape.data })
      unknown.push(...shape.unknown.map((name) => ({ folder, name })))
    } catch (error) {
      problems.push({ file: path, line: 1, column: 1, message: messageOf(error) })
    }
  }
  return { typed, unknown, problems }
}

/** Folders that would get the same identifier. */
function twins(templates: readonly FolderTemplate[]): Problem[] {
  return templates.flatMap(({ folder, path }, at) => {
    const name = constantName(folder)
    const other = templates.slice(0, at).find((one) => constantName(one.folder) === name)
    if (other === undefined) return []
    return [
      { file: path, line: 1, column: 1, message: `is ${name} in code, as is ${other.folder}: rename one of them` },
    ]
  })
}

/**
 * Infers from Liquid texts the type of the caller's `data`, narrowed by samples, and the names that neither the caller
 * nor the service provides. Throws for invalid Liquid.
 */
export function readShape(texts: readonly string[], samples: readonly unknown[]) {
  const { data, unknown } = readVariables(texts.map((text) => liquid().parse(text)))
  const shape = shapeOf(data)
  const rootShape: DataShape = shape.kind === "object" || shape.kind === "map" ? shape : { kind: "object", fields: [] }
  return { data: narrow(rootShape, samples), unknown: [...unknown] }
}
