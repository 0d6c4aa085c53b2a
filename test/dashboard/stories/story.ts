import { hostClock } from "../../../mock-server/base/host.ts"
import type { MockService, MockServiceOptions } from "../../../mock-server/index.ts"
import type { Page } from "../../support/page.ts"
import { post } from "../../support/post.ts"

/** The steps of a user in the dashboard. */
export type Story = (page: Page, service: MockService) => Promise<void>

/** Makes the service deterministic. The last segment of a receiver's address is its response: `/500`, or an error text. */
export function optionsOfStories(): MockServiceOptions {
  let elapsed = 0
  return {
    clock: "frozen",
    now: "2026-03-01T12:00:00Z",
    allowLocalWebhooks: true,
    // Frozen, except that the stream measures a second between two updates.
    hostClock: { ...hostClock, now: () => 0, elapsed: () => (elapsed += 1_000) },
    deliver({ url }) {
      const end = decodeURIComponent(url.slice(url.lastIndexOf("/") + 1))
      const status = Number.parseInt(end, 10)
      if (Number.isNaN(status)) return { error: end, duration: 3 }
      const [headers, body] = [{ "x-trace": "abc" }, end.slice(4)]
      return { status, duration: 3, response: { headers, body, truncated: body === "long" } }
    },
  }
}

/** Sends an e-mail as a program would. */
export const send = (service: MockService, fields: object = {}, headers?: Readonly<Record<string, string>>) =>
  post(
    service,
    "/v1/my/messages",
    { channel: "email", to: "ada@example.test", subject: "Your receipt", html: "<p>Thank you!</p>", ...fields },
    headers,
  )

/** Adds endpoints, each for its events. */
export async function addEndpoints(service: MockService, endpoints: Readonly<Record<string, readonly string[]>>) {
  for (const [end, events] of Object.entries(endpoints)) {
    await post(service, "/v1/my/webhooks", { url: `http://127.0.0.1:9/${end}`, events })
  }
}
