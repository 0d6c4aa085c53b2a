/** Off Node there is WebCrypto alone. */
export { verifyWebhookAsync as verifyOnPlatform } from "./verify.ts"
