import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { readProjectFile, root } from "../support/files.ts"

/** The path of the OpenAPI document. */
export const documentPath = join(root, "docs/openapi.yaml")

/** A copy of the document with one replacement, removed after the test. */
export function changedDocument(right: string | RegExp, wrong: string): string {
  const text = readProjectFile("docs/openapi.yaml")
  const changed = text.replace(right, wrong)
  if (changed === text) throw new Error(`docs/openapi.yaml has no ${right}`)
  const folder = mkdtempSync(join(tmpdir(), "mas-sdk-document-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, "openapi.yaml")
  writeFileSync(path, changed)
  return path
}

/** The document with one more rule, which the service breaks. */
export const stricterDocument = () => changedDocument(/(contacts_count: \{[^}]*type: integer)/, "$1, maximum: -1")
