import { answerOtherMethod } from "../other-method.ts"
import type { WireRequest, WireResponse } from "../wire.ts"
import { packageFile } from "./package-file.ts"

const path = "/openapi.yaml"

export const isOpenApi = (url: string) => url === path || url.startsWith(`${path}?`)

/** As bytes: text would be turned into them, and kept in the journal, for each answer. */
let document: Promise<Buffer> | undefined

/** The description of the service, as it lies in the package. Spec: Versioning. */
export async function answerOpenApi({ method }: WireRequest): Promise<WireResponse> {
  if (method !== "GET" && method !== "HEAD") return answerOtherMethod(method, ["GET"])
  document ??= packageFile("docs/openapi.yaml")
  return { status: 200, headers: { "Content-Type": "application/yaml; charset=utf-8" }, body: await document }
}
