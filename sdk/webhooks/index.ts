export type { RawBody } from "./body.ts"
export { memoryDedupe, type WebhookDedupe } from "./dedupe.ts"
export { WebhookVerificationError, type WebhookVerificationReason } from "./errors.ts"
export * from "./events.ts"
export { createWebhookHandler } from "./handler.ts"
export type { VerifyWebhookOptions, WebhookHeaders } from "./message.ts"
export { type NodeWebhookRequest, type NodeWebhookResponse, nodeWebhookHandler } from "./node-handler.ts"
export type { WebhookHandlerOptions } from "./receiver.ts"
export type { WebhookSecret } from "./secret.ts"
export {
  type SignWebhookInput,
  signWebhook,
  signWebhookAsync,
  type WebhookSignatureHeaders,
} from "./sign.ts"
export { verifyWebhook, verifyWebhookAsync } from "./verify.ts"
