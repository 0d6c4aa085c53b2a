import { compileMjml, compileReact } from "./compile-body.ts"
import type { BodyField } from "./content.ts"
import type { Kind } from "./partials.ts"

/**
 * The source of a body: a file in the template's folder whose name tells its kind. To support another compiled kind,
 * add a row to `bodySources`.
 */
export interface BodySource {
  readonly file: string
  readonly gives: readonly BodyField[]
  /** Compiles the file at a path, with this text, to parts; absent when the file already is the part, in Liquid. */
  readonly compile?: (path: string, text: string) => Promise<Partial<Record<BodyField, string>>>
}

export const yamlName = "template.yaml"

/** The kinds of bodies. A separate text part takes precedence over one generated from the HTML; the HTML part has one source. */
export const bodySources: readonly BodySource[] = [
  { file: "body.html.liquid", gives: ["html"] },
  { file: "body.txt.liquid", gives: ["body"] },
  { file: "template.tsx", gives: ["html", "body"], compile: compileReact },
  { file: "template.jsx", gives: ["html", "body"], compile: compileReact },
  { file: "template.mjml", gives: ["html", "body"], compile: compileMjml },
]

export const fileOf: Readonly<Record<BodyField, string>> = { html: "body.html.liquid", body: "body.txt.liquid" }

export const kindOf: Readonly<Record<BodyField, Kind>> = { html: "html", body: "txt" }
