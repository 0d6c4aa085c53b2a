import { otherMethodResponse } from "../options-request.ts"
import type { WireRequest, WireResponse } from "../wire.ts"
import { packageFile } from "./package-file.ts"

const path = "/openapi.yaml"

export const isOpenApi = (url: string) => url === path || url.startsWith(`${path}?`)

/** Bytes, not text: text would be encoded and kept in the journal for each response. */
let yaml: Promise<Buffer> | undefined
let json: Promise<Buffer> | undefined

const readYaml = () => {
  yaml ??= packageFile("docs/openapi.yaml")
  return yaml
}

async function toJson(): Promise<Buffer> {
  const { parseDocument } = await import("../../state/yaml.ts")
  return Buffer.from(JSON.stringify(parseDocument((await readYaml()).toString())))
}

/** Responds with the OpenAPI document from the package. Spec: Versioning. */
export async function openApiResponse({ method }: WireRequest): Promise<WireResponse> {
  if (method !== "GET" && method !== "HEAD") return otherMethodResponse(method, ["GET"])
  return { status: 200, headers: { "Content-Type": "application/yaml; charset=utf-8" }, body: await readYaml() }
}

/** Responds with the OpenAPI document as JSON, for the page that cannot read YAML. */
export async function openApiJsonResponse(): Promise<WireResponse> {
  json ??= toJson()
  return { status: 200, headers: { "Content-Type": "application/json; charset=utf-8" }, body: await json }
}
