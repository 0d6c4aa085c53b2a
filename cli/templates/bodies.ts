import { compileMjml, compileReact } from "./compile-body.ts"
import type { BodyField } from "./content.ts"
import type { Kind } from "./partials.ts"

/**
 * Where the text of a body comes from: a file of the template's folder, whose name says of which kind it is. Further kinds,
 * which are compiled, are rows of `bodySources`.
 */
export interface BodySource {
  readonly file: string
  readonly gives: readonly BodyField[]
  /** Makes them of the text of the file at a path; absent where the text itself is the part, in Liquid. */
  readonly compile?: (path: string, text: string) => Promise<Partial<Record<BodyField, string>>>
}

/** The kinds of bodies. A text part of its own goes before one that is made of the HTML; the HTML part has one source. */
export const bodySources: readonly BodySource[] = [
  { file: "body.html.liquid", gives: ["html"] },
  { file: "body.txt.liquid", gives: ["body"] },
  { file: "template.tsx", gives: ["html", "body"], compile: compileReact },
  { file: "template.jsx", gives: ["html", "body"], compile: compileReact },
  { file: "template.mjml", gives: ["html", "body"], compile: compileMjml },
]

export const fileOf: Readonly<Record<BodyField, string>> = { html: "body.html.liquid", body: "body.txt.liquid" }

export const kindOf: Readonly<Record<BodyField, Kind>> = { html: "html", body: "txt" }
