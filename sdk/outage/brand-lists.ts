import { InvalidArgumentError } from "../client/errors.ts"
import type { RequestOptions } from "../client/options.ts"
import type { ListReader } from "../client/request/list-reader.ts"
import type { PagePromise } from "../client/response/page.ts"
import { mockTimeIn } from "../client/transport/headers.ts"
import { readMoment } from "../contract/core/timestamp.ts"
import type { EndpointName } from "../contract/index.ts"
import type { Message } from "../contract/messages.ts"
import type { Suppression } from "../contract/suppressions.ts"
import type { Webhook, WebhookDelivery } from "../contract/webhooks.ts"
import type { PageOf } from "./lists.ts"

export type BrandLists = ReturnType<typeof brandLists>

/** The lists of the brand that these options select. */
export function brandLists(requester: ListReader, options: RequestOptions) {
  const list = <Row>(name: EndpointName, input: object): PagePromise<Row> => requester.list(name, input, options)
  return {
    webhooks: (query: PageOf) => list<Webhook>("webhooks.list", { query }),
    deliveries: (id: number, query: PageOf) => list<WebhookDelivery>("webhooks.deliveries", { params: { id }, query }),
    messages: (query: PageOf) => list<Message>("messages.list", { query }),
    suppressions: (active: boolean, query: PageOf) =>
      list<Suppression>("suppressions.list", { query: { ...query, active } }),
  }
}

/** Converts a time to milliseconds since 1970. @throws {InvalidArgumentError} if it is invalid. */
export function momentOf(name: string, moment: Date | string | number): number {
  const time = readMoment(moment)
  if (typeof time === "number") return time
  throw new InvalidArgumentError(name, time)
}

/** The service's clock, in milliseconds since 1970: a mock server's time can differ from this machine's. */
export async function serviceTime(requester: ListReader, options: RequestOptions): Promise<number> {
  const { response } = await requester.list("webhooks.list", { query: { limit: 1 } }, options).withResponse()
  const time = mockTimeIn(response.header("x-mas-mock")) ?? Date.parse(response.header("date") ?? "")
  return Number.isFinite(time) ? time : requester.times.clock.now()
}
