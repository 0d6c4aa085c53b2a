import { IdParams } from "../../../sdk/contract/core/shared.ts"
import { notFound } from "../../base/mock-error.ts"
import { defineControl } from "../control.ts"
import { asTest } from "./as-test.ts"
import { sentRequest } from "./sent-request.ts"
import { asCommand, asCurl, asSdkCall } from "./snippets.ts"

/** Code that repeats a request. */
export interface RequestCode {
  /** A curl command. */
  readonly curl: string
  /** An SDK call with the main account's API key; null if no call sends this request. */
  readonly sdk: string | null
  /** A CLI command; null if no command sends this request. */
  readonly command: string | null
  /** A Vitest test with the earlier requests, this one and its response. */
  readonly test: string
}

/** @internal */
export const codeControls = {
  get: defineControl(
    { method: "GET", path: "/requests/{id}/code", params: IdParams },
    (mounted, { params: { id } }): RequestCode => {
      const request = sentRequest(mounted, id)
      if (request === undefined) throw notFound("Request")
      const call = request.isByKey ? asSdkCall(request) : undefined
      return {
        curl: asCurl(request, mounted),
        sdk: call === undefined ? null : `await ${call}`,
        command: asCommand(request, mounted),
        test: asTest(mounted, request),
      }
    },
  ),
}
