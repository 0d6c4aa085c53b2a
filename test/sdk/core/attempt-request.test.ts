import { describe, expect, it, vi } from "vitest"
import { AbortError } from "../../../sdk/client/errors.ts"
import { AttemptRequest } from "../../../sdk/client/request/attempt-request.ts"
import type { Call } from "../../../sdk/client/request/call.ts"

const headers = { accept: "*/*" }
const requestOf = (call: { body?: unknown; download?: boolean } = {}) => {
  const { body = null, download } = call
  const settings = { origin: "https://api.example.com", maxResponseBytes: 1_000 }
  const target = { method: "POST", path: "/v1/x", ...(download && { download }) }
  return new AttemptRequest({ target, settings, path: "/base/v1/x?y=1", body } as unknown as Call, headers)
}
const reasonOf = (message: string) => new AbortError(message, { method: "POST", path: "/v1/x", attempts: 1 })

describe("the request of an attempt", () => {
  it("has the target, the headers, the body and how to read the response", () => {
    expect({ ...requestOf() }).toMatchObject({
      method: "POST",
      origin: "https://api.example.com",
      path: "/base/v1/x?y=1",
      headers,
      body: null,
      read: "text",
      maxBytes: 1_000,
    })
    expect(requestOf({ download: true }).read).toBe("stream")
    expect(requestOf({ body: "" }).body).toBe("")
    expect(requestOf({ body: { open: () => "opened" } }).body).toBe("opened")
  })

  it("keeps the first abort reason", () => {
    const request = requestOf()
    const { signal } = request
    const stop = vi.fn()
    request.onAbort(stop)
    expect([signal.aborted, stop.mock.calls.length]).toEqual([false, 0])
    const [first, second] = [reasonOf("first"), reasonOf("second")]
    request.abort(first)
    request.abort(second)
    expect(request.reason).toBe(first)
    expect(stop.mock.calls).toEqual([[first]])
    expect([signal.aborted, signal.reason, request.signal]).toEqual([true, first, signal])
  })

  it("calls a late listener at once if it was already aborted", () => {
    const request = requestOf()
    const reason = reasonOf("early")
    request.abort(reason)
    const stop = vi.fn()
    request.onAbort(stop)
    expect(stop.mock.calls).toEqual([[reason]])
    expect([request.signal.aborted, request.signal.reason]).toEqual([true, reason])
  })
})
