import { idempotencyKeyLength } from "./headers.ts"

/** What an idempotency key is made of: printable ASCII. */
export const keyPattern = /^[\x20-\x7e]+$/

/** 1 to 128 printable characters. Spec: Transactional messages 5. */
export const isIdempotencyKey = (text: string): boolean => text.length <= idempotencyKeyLength && keyPattern.test(text)
