import { mkdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { writeFileAtomically } from "../../sdk/files/atomic-write.ts"
import { fileOf } from "./bodies.ts"
import { bodyFields } from "./content.ts"
import { yamlName } from "./read-templates.ts"
import type { Resolved } from "./resolve.ts"
import { writeYaml } from "./template-yaml.ts"

/** Writes the files of a template; `before` is the text of its template.yaml. What does not change is not touched. */
export async function writeTemplate(path: string, { lines, bodies, marks }: Resolved, before?: string): Promise<void> {
  await mkdir(path, { recursive: true })
  for (const field of bodyFields) {
    const text = bodies[field]
    const file = join(path, fileOf[field])
    if (text === null) await rm(file, { force: true })
    else if (text !== undefined) await writeFileAtomically(file, [text])
  }
  const yaml = writeYaml(lines, before, marks)
  // Last: without it the folder is no template yet.
  if (yaml !== before) await writeFileAtomically(join(path, yamlName), [yaml])
}
