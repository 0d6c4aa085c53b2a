// Types that the signatures below refer to.

export type { Disposition } from "../base/mas-error.ts"
export type { Logger } from "../client/hooks.ts"
export type { KeyPart } from "../client/idempotency.ts"
export type { ClientScope } from "../client/options.ts"
export type { CallAccount, CallSender } from "../client/request/account-of.ts"
export type { SendMessage } from "../contract/messages.ts"
export type { CallHold, CallToHold, HeldCall } from "../sending/recipients/call-hold.ts"
export type { AnyMessage, TemplateMessage, TemplateReference } from "../sending/template-message.ts"
export {
  inTransaction,
  type NamedStatement,
  type PgClient,
  type PgPool,
  type PgPoolClient,
  type PostgresPool as OutboxPool,
  type Rows as SqlRows,
  type SqlValue,
} from "../stores/postgres-clients.ts"
export type { BullmqJob, BullmqProcessor, BullmqQueue } from "./bullmq.ts"
export {
  createOutbox,
  type Outbox,
  type OutboxAddOptions,
  type OutboxOptions,
  type OutboxOutcome,
  type PostgresOutbox,
} from "./create-outbox.ts"
export type { NoPool, OutboxQuery, OutboxSqlite, PostgresJsTx, PostgresTx as OutboxTx } from "./engines.ts"
export type { GraphileWorkerOptions, GraphileWorkerTasks } from "./graphile-worker.ts"
export {
  type Approvals,
  type Decider,
  type HeldEvent,
  type HeldItem,
  HeldItemError,
  type HeldState,
  type SendHeld,
} from "./held-items.ts"
export { OutboxClockError, OutboxError, OutboxOverdueError } from "./notices.ts"
export type { OutboxClient } from "./outbox-client.ts"
export type { PgBossJob, PgBossOptions, PgBossQueues } from "./pg-boss.ts"
export type { PollOptions } from "./poll.ts"
export type { RoundOptions } from "./rounds.ts"
export type { OutboxMessage } from "./row.ts"
export type { OutboxClock, OutboxFailure, OutboxStats } from "./table.ts"
