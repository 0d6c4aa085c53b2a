import type { PageQuery } from "../../contract/core/shared.ts"
import type {
  TestWebhook,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookGetQuery,
  WebhookUpdate,
} from "../../contract/webhooks.ts"
import type { HealthOptions } from "../../outage/check-health.ts"
import type { WebhookHealth } from "../../outage/health.ts"
import {
  type RawBody,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookSecret,
} from "../../webhooks/index.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** Endpoints that receive signed webhook events. For users who may manage API keys: the owner and admins. */
export class Webhooks extends Resource {
  /** The brand's endpoints, at most 10, their secrets masked. Spec: Webhooks. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Webhook> {
    return this.listOf("webhooks.list", { query }, options)
  }

  /**
   * Add an endpoint; the result contains its whole signing secret. Spec: Webhooks.
   * @throws UnprocessableEntityError when the URL is not HTTPS on a public address, or the brand has 10 endpoints.
   */
  create(body: WebhookCreate, options?: RequestOptions): ApiPromise<Webhook> {
    return this.call("webhooks.create", { body }, options)
  }

  /** One endpoint; its secret is masked unless `reveal` is true. Spec: Webhooks. */
  get(id: number, query?: WebhookGetQuery, options?: RequestOptions): ApiPromise<Webhook> {
    return this.call("webhooks.get", { params: { id }, query }, options)
  }

  /**
   * Change URL or events, or turn the endpoint on or off with `enabled`. Turning it off fails pending deliveries, and
   * events while it is off are never sent; turning it on resets past failures. Spec: Webhooks.
   * @throws UnprocessableEntityError when the URL is not HTTPS on a public address, or an event type is unknown.
   */
  update(id: number, changes: WebhookUpdate, options?: RequestOptions): ApiPromise<Webhook> {
    return this.call("webhooks.update", { params: { id }, body: changes }, options)
  }

  /** Delete an endpoint with its delivery history; returns it. Spec: Webhooks. */
  delete(id: number, options?: RequestOptions): ApiPromise<Webhook> {
    return this.call("webhooks.delete", { params: { id } }, options)
  }

  /**
   * Send a signed sample event (`email.delivered` unless `type` says otherwise): its data has `test: true` and
   * `message_id: null`. Returns the delivery, which may still be pending. Spec: Webhooks.
   * @throws UnprocessableEntityError when the endpoint is off or the type is unknown.
   */
  test(id: number, body?: TestWebhook, options?: RequestOptions): ApiPromise<WebhookDelivery> {
    return this.call("webhooks.test", { params: { id }, body }, options)
  }

  /** The last 7 days of deliveries, newest first, 30 a page. Spec: Webhooks. */
  deliveries(id: number, query?: PageQuery, options?: RequestOptions): PagePromise<WebhookDelivery> {
    return this.listOf("webhooks.deliveries", { params: { id }, query }, options)
  }

  /**
   * Check whether events get through. Finds endpoints that are off or have failed for longer than `failAfter`,
   * deliveries that failed permanently, types without a listening endpoint, and silence although messages are sent.
   * Checks every endpoint of the accounts that the credential reaches, in the named brands. Run it outside the
   * receiver: if that is down, so are its alerts. Spec: Acknowledgement, retries, duplicates.
   *
   * ```ts
   * const { isHealthy, problems } = await mas.webhooks.health()
   * if (!isHealthy) await alert(problems.map((problem) => problem.sentence).join("\n"))
   * ```
   */
  async health(options: HealthOptions = {}): Promise<WebhookHealth> {
    const { checkHealth } = await import("../../outage/check-health.ts")
    return checkHealth(this.requester(), options)
  }

  /**
   * Check that a webhook comes from the service, and get its event. Sends nothing; the same as `verifyWebhook` of
   * `mas-sdk/webhooks`. Give the body exactly as received, before any parsing. Spec: Events, Signature verification.
   * @throws WebhookVerificationError whose `reason` says why it must not be trusted.
   */
  verify(
    rawBody: RawBody,
    headers: WebhookHeaders,
    secret: WebhookSecret,
    options?: VerifyWebhookOptions,
  ): WebhookEvent {
    return verifyWebhook(rawBody, headers, secret, options)
  }
}
