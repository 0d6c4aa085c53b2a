import type { PageQuery } from "../../contract/core/shared.ts"
import type { ContactEvent, ContactEventQuery, TrackEvent } from "../../contract/events.ts"
import type { IdempotentOptions, RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** A filter for contact events, and the page. */
export interface ContactEventListQuery extends ContactEventQuery, PageQuery {}

/** Events of contacts. These are not webhook events. */
export class Events extends Resource {
  /**
   * Record an event of a contact. Names the contact by exactly one of `contact_id` and `contact_email`.
   * One call records one event, even when it is retried: without an `idempotencyKey` it gets a new key.
   * Spec: Contacts, lists and other groups.
   * @throws NotFoundError when the brand has no such contact.
   * @throws IdempotencyConflictError when the key was used with another event.
   * @throws UnprocessableEntityError when the event's name is refused or its data is larger than 32 KiB.
   */
  track(event: TrackEvent, options?: IdempotentOptions): ApiPromise<ContactEvent> {
    return this.call("events.track", { body: event }, options)
  }

  /** The events of contacts, 30 a page. Spec: Contacts, lists and other groups. */
  list(query?: ContactEventListQuery, options?: RequestOptions): PagePromise<ContactEvent> {
    return this.listOf("events.list", { query }, options)
  }
}
