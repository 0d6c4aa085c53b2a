import { IdParams } from "../../../sdk/contract/core/shared.ts"
import { notFound } from "../../base/service-error.ts"
import { defineControl } from "../control.ts"
import { apiKeyIn } from "../world.ts"
import { asTest } from "./as-test.ts"
import { sentRequest } from "./sent-request.ts"
import { asCommand, asCurl, asSdkCall } from "./snippets.ts"

/** A request, to be made again. */
export interface RequestCode {
  readonly curl: string
  /** A call of the client; null where it has no method for it. */
  readonly sdk: string | null
  readonly command: string
  /** A test, for Vitest, of what led to it and what it was answered. */
  readonly test: string
}

export const codeControls = {
  get: defineControl(
    { method: "GET", path: "/requests/{id}/code", params: IdParams },
    (mounted, { params }): RequestCode => {
      const { world } = mounted
      const entry = world.journal.get(params.id)
      if (entry === undefined) throw notFound("Request")
      const request = sentRequest(world, entry)
      const sdk = asSdkCall(request)
      return {
        curl: asCurl(request, { baseUrl: world.baseUrl(), apiKey: apiKeyIn(mounted) }),
        sdk: sdk === undefined ? null : `await ${sdk}`,
        command: asCommand(request),
        test: asTest(mounted, params.id),
      }
    },
  ),
}
