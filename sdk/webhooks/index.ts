import * as status from "./status.ts"

export type { Disposition } from "../base/mas-error.ts"
export type { RawBody, WholeBody } from "./body.ts"
export { WebhookVerificationError, type WebhookVerificationReason } from "./errors.ts"
export type { UnlistedEventType } from "./events.ts"
export * from "./events.ts"
export { createWebhookHandler } from "./handler.ts"
export type { WebhookContext, WebhookHandlerOptions } from "./handler-options.ts"
export { type MemoryStore, type MemoryStoreOptions, memoryStore } from "./memory-store.ts"
export type {
  HeaderRecord as WebhookHeaderRecord,
  HeadersLike,
  VerifyWebhookOptions,
  WebhookHeaders,
} from "./message.ts"
export { type MessageStatus, messageStatus } from "./message-status.ts"
export { type NodeWebhookRequest, type NodeWebhookResponse, nodeWebhookHandler } from "./node-handler.ts"
export { isAutomatic, type ReceivedMail, replyText } from "./reply.ts"
export type { WebhookSecret, WebhookSecretSource } from "./secret.ts"
export type { SetAside, SetAsideEvent, SetAsideStore } from "./set-aside.ts"
export {
  type SignWebhookInput,
  signWebhook,
  signWebhookAsync,
  type WebhookSignatureHeaders,
} from "./sign.ts"
export type { TransactionalStore, WebhookClaim, WebhookStore } from "./store.ts"
export {
  type UnsubscribeHeaders,
  type UnsubscribeLink,
  type UnsubscribeOptions,
  type UnsubscribeSecret,
  type Unsubscription,
  unsubscribeHeaders,
  unsubscribeHeadersAsync,
} from "./unsubscribe.ts"
export {
  createUnsubscribeHandler,
  type NodeUnsubscribeRequest,
  nodeUnsubscribeHandler,
} from "./unsubscribe-handlers.ts"
export { verifyWebhook, verifyWebhookAsync } from "./verify.ts"
export { status }
