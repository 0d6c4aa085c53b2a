// Types that the signatures below refer to.
export type { SendMessage } from "../contract/messages.ts"
export type { KeyPart } from "../idempotency.ts"
export {
  createOutbox,
  type Outbox,
  type OutboxAddOptions,
  type OutboxClient,
  type OutboxOptions,
  type OutboxOutcome,
} from "./create-outbox.ts"
export type { OutboxPool, OutboxSqlite, PostgresTx as OutboxTx } from "./engines.ts"
export type { PollOptions } from "./poll.ts"
export type { OutboxMessage } from "./table.ts"
