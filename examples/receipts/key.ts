import { idempotencyKey } from "mas-sdk"

/** Of the order, and of nothing that a restart would change. */
export const receiptKey = (order: string) => idempotencyKey("receipt", order)
