/** Off Node there is only WebCrypto. */
export { verifyWebhookAsync as verifyOnPlatform } from "./verify.ts"
