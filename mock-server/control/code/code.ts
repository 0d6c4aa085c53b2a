import { IdParams } from "../../../sdk/contract/core/shared.ts"
import { notFound } from "../../base/mock-error.ts"
import { splitPast } from "../../world/world-names.ts"
import { defineControl } from "../control.ts"
import { asTest } from "./as-test.ts"
import { sentRequest } from "./sent-request.ts"
import { asCommand, asCurl, asSdkCall } from "./snippets.ts"

/** A request, to be made again. */
export interface RequestCode {
  /** As a command for a shell. */
  readonly curl: string
  /** A call of the client with the main account's API key; null where that would send something else. */
  readonly sdk: string | null
  /** Null where the command line would send something else. */
  readonly command: string | null
  /** A Vitest test of the requests that led to it and of its response. */
  readonly test: string
}

/** @internal */
export const codeControls = {
  get: defineControl(
    { method: "GET", path: "/requests/{id}/code", params: IdParams },
    (seen, { params: { id } }): RequestCode => {
      // Of a world as it was, the one that goes on knows what was done.
      const mounted = seen.isPast ? seen.worlds.get(splitPast(seen.id)?.id ?? "") : seen
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
