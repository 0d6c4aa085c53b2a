import { readFile } from "node:fs/promises"
import { ServiceError } from "../base/service-error.ts"
import type { WireRequest, WireResponse } from "./wire.ts"

const path = "/openapi.yaml"

export const isOpenApi = (url: string) => url === path || url.startsWith(`${path}?`)

let text: Promise<string> | undefined

/** The description of the service, as it lies in the package: `docs/openapi.yaml`. Spec: Versioning. */
export async function answerOpenApi({ method }: WireRequest): Promise<WireResponse> {
  if (method !== "GET" && method !== "HEAD") {
    throw new ServiceError(405, `${method} is not possible here, only GET`, { headers: { Allow: "GET" } })
  }
  // Beside the sources and beside the built files alike.
  text ??= readFile(new URL("../../docs/openapi.yaml", import.meta.url), "utf8")
  return { status: 200, headers: { "Content-Type": "application/yaml; charset=utf-8" }, body: await text }
}
