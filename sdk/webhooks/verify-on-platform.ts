import { verifyWebhook, verifyWebhookAsync } from "./verify.ts"

/** Uses node:crypto where it exists: WebCrypto passes each signature to another thread, which takes longer than computing it. */
export const verifyOnPlatform = "getBuiltinModule" in (globalThis.process ?? {}) ? verifyWebhook : verifyWebhookAsync
