import { idempotencyKey } from "mas-sdk"

/** One order, one receipt: whoever sends it, whenever, after whatever crash. */
export const receiptKey = (order: string) => idempotencyKey("receipt", order)
