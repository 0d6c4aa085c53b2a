import { verifyWebhook, verifyWebhookAsync } from "./verify.ts"

/** By what there is. WebCrypto hands each signature to another thread, which takes longer than making it. */
export const verifyOnPlatform = "getBuiltinModule" in (globalThis.process ?? {}) ? verifyWebhook : verifyWebhookAsync
