import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"
import { methodNotAllowed } from "../../base/service-error.ts"
import type { WireRequest, WireResponse } from "../wire.ts"

const path = "/openapi.yaml"

export const isOpenApi = (url: string) => url === path || url.startsWith(`${path}?`)

/** As bytes: text would be turned into them, and kept in the journal, for each answer. */
let document: Promise<Buffer> | undefined

/** The description of the service, as it lies in the package. Spec: Versioning. */
export async function answerOpenApi({ method }: WireRequest): Promise<WireResponse> {
  if (method !== "GET" && method !== "HEAD") throw methodNotAllowed(method, ["GET"])
  document ??= readFile(new URL("docs/openapi.yaml", packageFolder()))
  return { status: 200, headers: { "Content-Type": "application/yaml; charset=utf-8" }, body: await document }
}

/** The package finds itself by name, from its sources and from its bundles, however deep either lies. */
const packageFolder = () => pathToFileURL(createRequire(import.meta.url).resolve("mas-sdk/package.json"))
