import { idempotencyKey } from "mas-sdk"

/** Tries again, but not often enough. */
export async function alert(mas, { id, phone, machine }) {
  const message = { channel: "sms", to: phone, body: `${machine} has stopped.` }
  await mas.messages.send(message, { idempotencyKey: idempotencyKey("alert", id), maxRetries: 2 })
}
