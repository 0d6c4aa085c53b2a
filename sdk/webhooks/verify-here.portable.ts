/** Off Node there is WebCrypto alone. */
export { verifyWebhookAsync as verifyHere } from "./verify.ts"
