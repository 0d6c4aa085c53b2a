import { liquid } from "../../../mock-server/domain/messages/liquid.ts"
import { type DataShape, narrow, shapeOf } from "./data-shape.ts"
import { readVariables } from "./read-variables.ts"

/** What the texts of a template ask for. */
export interface TemplateShape {
  /** What the caller gives as `data`. */
  readonly data: DataShape
  /** Names that neither the caller nor the service gives: they stay empty. */
  readonly unknown: readonly string[]
}

/** Reads what texts in Liquid ask for, made narrower by samples of their data. Throws for invalid Liquid. */
export function readShape(texts: readonly string[], samples: readonly unknown[]): TemplateShape {
  const { data, unknown } = readVariables(texts.map((text) => liquid().parse(text)))
  const shape = shapeOf(data)
  const asked: DataShape = shape.kind === "object" || shape.kind === "map" ? shape : { kind: "object", fields: [] }
  return { data: narrow(asked, samples), unknown: [...unknown] }
}
