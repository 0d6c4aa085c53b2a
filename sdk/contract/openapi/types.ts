import type { RecipientRule } from "../core/endpoint.ts"
import type { JsonSchema } from "./json-schema.ts"

/** A reference to something below `components`. */
export interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly description?: string
  readonly required?: boolean
  readonly schema: JsonSchema
  readonly example?: unknown
}

export interface Header {
  readonly description: string
  readonly required?: boolean
  readonly schema: JsonSchema
  readonly example?: unknown
}

export interface MediaType {
  readonly schema: JsonSchema
  readonly example?: unknown
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>
}

export type Content = Readonly<Record<string, MediaType>>

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, Header | Reference>>
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  /** The recipients of a call, for recipient guards. */
  readonly "x-mas-reaches"?: RecipientRule
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly description?: string; readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

/** Operations by method in lower case. */
export type PathItem = Readonly<Record<string, Operation>>

/** The part of OpenAPI 3.1 that the document uses. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0"
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly unknown[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, unknown>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Header>>
    readonly responses: Readonly<Record<string, ResponseObject>>
    readonly schemas: Readonly<Record<string, JsonSchema>>
  }
}
