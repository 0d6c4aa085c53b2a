// biome-ignore-all lint/correctness/noVoidTypeReturn: a call that answers nothing is handed on too, since over HTTP it is a promise
import { AsyncClosing } from "../sdk/async-dispose.ts"
import type { Campaign } from "../sdk/contract/campaigns.ts"
import type { Flow } from "../sdk/contract/flows.ts"
import type { FundingPurchaseResult } from "../sdk/contract/funding-purchases.ts"
import type { ManagedAccount } from "../sdk/contract/managed-accounts.ts"
import type { ManagementGrant } from "../sdk/contract/management-grant.ts"
import type { PlanCheckout } from "../sdk/contract/subscription.ts"
import type { WebhookDelivery } from "../sdk/contract/webhooks.ts"
import type {
  Advance,
  AttemptQuery,
  AttemptWait,
  ClockChange,
  ContactFill,
  FaultProfile,
  Fixtures,
  InboundMail,
  MailQuery,
  MessageCause,
  MessageLatest,
  MessageQuery,
  MessageRow,
  MessageWait,
  NewCredential,
  NewOutcome,
  NewSender,
  NewWorld,
  Outcome,
  Redelivery,
  RequestQuery,
  RequestWait,
  Rotation,
  SenderRow,
  ServiceMail,
  TimerMove,
  TimerQuery,
} from "./base/models.gen.ts"
import type { MockClientOptions } from "./client-options.ts"
import type { AccountCapacity } from "./control/capacity.ts"
import type { Advanced, ClockView } from "./control/clock.ts"
import type { RequestCode } from "./control/code/code.ts"
import type { Filled } from "./control/contacts.ts"
import type { Control, ControlSent, ControlSpec } from "./control/control.ts"
import type { MintedCredential } from "./control/credentials.ts"
import type { EmlFile } from "./control/inbound.ts"
import type { WhyStep } from "./control/messages.ts"
import type { NewFault } from "./control/new-faults.ts"
import type { RequestDetail } from "./control/requests.ts"
import type { RuleView } from "./control/rules.ts"
import { controlTable as controls } from "./control/table.ts"
import type { TimerView } from "./control/timers.ts"
import type { LocalWebhooksView, Rotated, WholeWebhook } from "./control/webhooks.ts"
import type { WorldView } from "./control/world.ts"
import type { WorldPlace } from "./control/worlds.ts"
import type { InboundResult } from "./domain/inbox.ts"
import type { MessageDetail } from "./domain/messages/message-detail.ts"
import type { WorldConnection } from "./mock-world/connection.ts"
import { WorldExpect } from "./mock-world/expect.ts"
import type { ShownAttempt } from "./webhooks/attempt.ts"
import type { Checkpoint } from "./world/checkpoints.ts"
import type { Fault } from "./world/fault-rules.ts"
import type { JournalEntry } from "./world/journal.ts"
import type { Snapshot } from "./world/snapshot.ts"

/**
 * A world of the mock server for tests: the control API as methods, without the calls that serve the dashboard alone. Invalid
 * arguments throw the error of the HTTP call, with its `status` and `message`. `await using` closes it.
 */
export class MockWorld extends AsyncClosing {
  static override readonly name = "MockWorld"
  readonly #connection: WorldConnection<MockWorld>
  /** `main`, or the name in the prefix `/@<id>/`. */
  readonly id: string
  /** Expectations: run due work until they hold, and fail with the nearest miss. */
  readonly expect: WorldExpect

  /** @internal */
  constructor(connection: WorldConnection<MockWorld>) {
    super()
    this.#connection = connection
    this.id = connection.id
    this.expect = new WorldExpect(connection.call)
  }

  /** The world's base address. */
  get url(): string {
    return this.#connection.url
  }

  /** The server API key of the seeded account `main`. It names this world: it works with `url`, and with the service's own address. */
  get apiKey(): string {
    return this.#connection.apiKey
  }

  /** The options for a client of this world: `new Mas(world.clientOptions)`. */
  get clientOptions(): MockClientOptions {
    return this.#connection.clientOptions
  }

  /** The seeded world: credentials, people, and ids to start from. */
  get(): WorldView {
    return this.#call(controls.world.get, {})
  }

  /** The world's time, and how it goes. */
  clock(): ClockView {
    return this.#call(controls.clock.get, {})
  }

  /**
   * Changes the clock's mode or time. Moving forward runs due work; moving back only sets the time. `scaled` runs `rate` times as
   * fast, 1 to 3,600.
   */
  setClock(change: ClockChange): Promise<ClockView> {
    return this.#call(controls.clock.set, { body: change })
  }

  /**
   * Moves time forward and runs all work that becomes due, each at its own time, including webhooks; resolves when all of it has
   * finished. It does not wait for work that other requests schedule meanwhile. Takes milliseconds, text such as `5m`, or `{ to
   * }` with a time or `next`. `advance(0)` runs what is due now. Throws a 409 inside a webhook receiver of this process: it would
   * wait for that receiver's own response.
   */
  advance(by: number | string | Advance): Promise<Advanced> {
    return this.#call(controls.clock.advance, { body: typeof by === "object" ? by : { by } })
  }

  /** Back to the seed: state, clock, faults, journal. Work that waits is dropped, answers under way are not touched. */
  reset(): void {
    return this.#call(controls.state.reset, {})
  }

  /** The whole state, work that waits included, as a document that can be kept as JSON. Not to be changed. */
  snapshot(): Snapshot {
    return this.#call(controls.state.snapshot, {})
  }

  /** Restores a snapshot into this world, completely or not at all. */
  restore(snapshot: Snapshot): void {
    return this.#call(controls.state.restore, { body: snapshot })
  }

  /** States of this world under names of their own, to go back to as often as wanted; at most 100. */
  readonly checkpoints = {
    /** Saves the current state with its pending work; replaces a checkpoint of the same name. */
    save: (name: string): Checkpoint => this.#call(controls.checkpoints.save, { body: { name } }),
    /** The checkpoints that there are, the oldest first. */
    list: (): Checkpoint[] => this.#call(controls.checkpoints.list, {}),
    /** Restores that state with its time. The journal is cleared. */
    rewind: (name: string): ClockView => this.#call(controls.checkpoints.rewind, { params: { name } }),
    /** Forgets a checkpoint. */
    remove: (name: string): void => this.#call(controls.checkpoints.remove, { params: { name } }),
  }

  /** The world as a fixtures document: its records, not its history. */
  fixtures(): Fixtures {
    return this.#call(controls.fixtures.get, {})
  }

  /**
   * Resets the world with these fixtures, completely or not at all. A later reset returns to them; `{}` is the seed alone.
   * @throws ServiceError (422) that names each field by its path, such as `accounts.main.plan`.
   */
  setFixtures(fixtures: Fixtures): void {
    return this.#call(controls.fixtures.set, { body: fixtures })
  }

  /** A freshly seeded world beside this one: own clock, state, faults and journal, the same credentials. */
  createWorld(options: NewWorld = {}): MockWorld {
    return this.#connection.beside(this.#call(controls.worlds.create, { body: options }))
  }

  /** Every world of the service, the main one first. */
  worlds(): WorldPlace[] {
    return this.#call(controls.worlds.list, {})
  }

  /** Ends this world, unless it is `main`. */
  delete(): void {
    return this.#call(controls.worlds.remove, { params: { id: this.id } })
  }

  /** Ends this world, if it is there; `main` ends with its service. Waits for webhooks that are on their way. */
  close(): Promise<void> {
    return this.#connection.close()
  }

  /**
   * Answers a request of this world as the server would; takes the arguments of the global `fetch`. A request for another world
   * is a 400.
   */
  readonly fetch = (input: Request | URL | string, init?: RequestInit): Promise<Response> =>
    this.#connection.fetch(input, init)

  /** The messages of the world. */
  readonly messages = {
    /** The newest messages of all brands, oldest first. */
    list: (query: MessageQuery = {}): MessageRow[] => this.#call(controls.messages.list, { query }),
    /** The full message: rendered html and text, headers, tags, timeline. */
    get: (id: number): MessageDetail => this.#call(controls.messages.get, { params: { id } }),
    /** The newest that fits, in full; waits in real time for one where there is none yet, and throws the 408 then. */
    latest: (query: MessageLatest = {}): Promise<MessageDetail> => this.#call(controls.messages.latest, { query }),
    /** Triggers an event of its recipient or provider. */
    event: (id: number, cause: MessageCause): MessageDetail =>
      this.#call(controls.messages.event, { params: { id }, body: cause }),
  }

  /** A mail arrives at an inbox address: by its parts, or as it lies in a mailbox (`{ eml: await readFile("bounce.eml") }`). */
  inbound(mail: InboundMail): InboundResult
  inbound(mail: EmlFile): Promise<InboundResult>
  inbound(mail: InboundMail | EmlFile): InboundResult | Promise<InboundResult> {
    if (!("eml" in mail)) return this.#call(controls.inbound.receive, { body: mail })
    const { eml, ...more } = mail
    const whole = typeof eml === "string" ? { eml } : { eml_base64: Buffer.from(eml).toString("base64") }
    return this.#call(controls.inbound.receiveEml, { body: { ...whole, ...more } })
  }

  /** Keys, tokens and sessions. */
  readonly credentials = {
    /** Makes a credential. */
    mint: (credential: NewCredential): MintedCredential => this.#call(controls.credentials.mint, { body: credential }),
    /** Bites on the next request. */
    revoke: (token: string): void => this.#call(controls.credentials.revoke, { params: { token } }),
  }

  /** Gives a brand a sender address, verified by default; for example that of a new user. */
  setSender(sender: NewSender): SenderRow {
    return this.#call(controls.senders.set, { body: sender })
  }

  /** Fills a brand with contacts, for load work. */
  fillContacts(fill: ContactFill): Filled {
    return this.#call(controls.contacts.fill, { body: fill })
  }

  /** Failures to come, of requests and of webhook attempts; the first that fits happens. */
  readonly faults = {
    /** Asks for a failure. */
    add: (fault: NewFault): Fault => this.#call(controls.faults.add, { body: fault }),
    /** The failures that are asked for, in the order in which they are looked at. */
    list: (): Fault[] => this.#call(controls.faults.list, {}),
    /** Takes a failure back; a 404 where there is none of this id. */
    remove: (id: number): void => this.#call(controls.faults.remove, { params: { id } }),
    /** Takes all failures back. */
    clear: (): void => this.#call(controls.faults.clear, {}),
    /** Sets the faults of `calm`, `production` or `storm`; replaces the previous profile. */
    profile: (profile: FaultProfile["name"] | FaultProfile): Fault[] =>
      this.#call(controls.faults.profile, { body: typeof profile === "string" ? { name: profile } : profile }),
  }

  /** Rules for the outcome of messages; the first that matches decides. */
  readonly outcomes = {
    /** Says what is to become of messages. */
    add: (outcome: NewOutcome): Outcome => this.#call(controls.outcomes.add, { body: outcome }),
    /** What was said, in the order in which it is looked at. */
    list: (): Outcome[] => this.#call(controls.outcomes.list, {}),
    /** Takes one back; a 404 where there is none of this id. */
    remove: (id: number): void => this.#call(controls.outcomes.remove, { params: { id } }),
    /** Takes all back. */
    clear: (): void => this.#call(controls.outcomes.clear, {}),
  }

  /** The requests that were made, oldest first; the newest 10,000. */
  requests(query: RequestQuery = {}): JournalEntry[] {
    return this.#call(controls.requests.list, { query })
  }

  /** Forgets the requests that were made. */
  clearRequests(): void {
    return this.#call(controls.requests.clear, {})
  }

  /** Every webhook attempt, oldest first; the newest 10,000. */
  deliveries(query: AttemptQuery = {}): ShownAttempt[] {
    return this.#call(controls.deliveries.list, { query })
  }

  /** Sends a delivery's event again now: as a new delivery with the same event id and body, or with `retry` as its next attempt. */
  redeliver(deliveryId: number, how: Redelivery = {}): WebhookDelivery {
    return this.#call(controls.deliveries.redeliver, { params: { id: deliveryId }, body: how })
  }

  /** Webhook endpoints with their secrets. */
  readonly webhooks = {
    /** An endpoint with its secret in full, whichever brand it is of. */
    get: (id: number): WholeWebhook => this.#call(controls.webhooks.get, { params: { id } }),
    /** Lets webhook endpoints be on this machine from now on, in every world of this mock server, until it ends. */
    allowLocal: (): LocalWebhooksView => this.#call(controls.webhooks.allowLocal, {}),
    /** Gives an endpoint a new secret; attempts are signed with the old one too, for a day or as long as `grace` says. */
    rotate: (id: number, rotation: Rotation = {}): Rotated =>
      this.#call(controls.webhooks.rotate, { params: { id }, body: rotation }),
  }

  /** The mail that the service itself sent. */
  outbox(query: MailQuery = {}): ServiceMail[] {
    return this.#call(controls.outbox.list, { query })
  }

  /** Waits in real time until other programs have produced enough matches; throws a 408 that names the nearest miss. */
  readonly wait = {
    /** For messages; the newest of those that fit come last. */
    messages: (query: MessageWait = {}): Promise<readonly MessageRow[]> =>
      this.#call(controls.messages.wait, { query }),
    /** For requests; the newest of those that fit come last. */
    requests: (query: RequestWait = {}): Promise<readonly JournalEntry[]> =>
      this.#call(controls.requests.wait, { query }),
    /** For webhook attempts; the newest of those that fit come last. */
    deliveries: (query: AttemptWait = {}): Promise<readonly ShownAttempt[]> =>
      this.#call(controls.deliveries.wait, { query }),
  }

  /** Work that waits for its time, earliest first; work that failed has its `error`. */
  timers(query: TimerQuery = {}): TimerView[] {
    return this.#call(controls.timers.list, { query })
  }

  /** `promote` runs work that waits now instead of then, `repeat` now and then; `postpone` puts it off `by` so long. */
  timer(id: number, move: "promote" | "postpone" | "repeat", { by }: TimerMove = {}): TimerView {
    return this.#call(controls.timers.move, { params: { id, move }, body: by === undefined ? {} : { by } })
  }

  /** A request by its id, with its bodies, and what is wrong with the messages that it made. */
  request(id: number): RequestDetail {
    return this.#call(controls.requests.get, { params: { id } })
  }

  /** A request to be made again: for curl, as a call of the client, as a command, and as a test for Vitest. */
  code(id: number): RequestCode {
    return this.#call(controls.code.get, { params: { id } })
  }

  /**
   * Why a message is as it is: what happened to it in order of time, each with the rule of the service behind it. The last
   * sentence is its status. Throws the 404 where there is no such message.
   */
  why(messageId: number): Promise<WhyStep[]> {
    return this.#call(controls.messages.why, { params: { id: messageId } })
  }

  /** A rule of the service by its number, as the header `X-MAS-Mock-Rule` names it: `rule("22.5")`. */
  rule(number: string): Promise<RuleView> {
    return this.#call(controls.rules.get, { params: { number } })
  }

  /** What each account can still send and pay. */
  capacity(): AccountCapacity[] {
    return this.#call(controls.capacity.list, {})
  }

  /** The steps of a management grant that have no endpoint. */
  readonly grants = {
    /** The owner agrees to be managed. */
    consent: (id: number): ManagementGrant => this.#call(controls.grants.move, { params: { id, move: "consent" } }),
    /** A way to pay is set up. */
    activatePayment: (id: number): ManagementGrant =>
      this.#call(controls.grants.move, { params: { id, move: "activate_payment" } }),
    /** The owner lets the manager go. */
    release: (id: number): ManagementGrant => this.#call(controls.grants.move, { params: { id, move: "release" } }),
  }

  /** The steps of a managed account's provisioning that have no endpoint. */
  readonly managedAccounts = {
    /** The owner is invited. */
    sendInvitation: (id: number): ManagedAccount =>
      this.#call(controls.managedAccounts.move, { params: { id, move: "send_invitation" } }),
    /** The owner claims the account. */
    claim: (id: number): ManagedAccount => this.#call(controls.managedAccounts.move, { params: { id, move: "claim" } }),
    /** The owner pays. */
    pay: (id: number): ManagedAccount => this.#call(controls.managedAccounts.move, { params: { id, move: "pay" } }),
    /** The payment fails. */
    paymentFailed: (id: number): ManagedAccount =>
      this.#call(controls.managedAccounts.move, { params: { id, move: "payment_failed" } }),
    /** The manager lets the account go. */
    release: (id: number): ManagedAccount =>
      this.#call(controls.managedAccounts.move, { params: { id, move: "release" } }),
  }

  /** The steps of a funding purchase that have no endpoint. */
  readonly purchases = {
    /** The buyer begins to pay. */
    begin: (id: number): FundingPurchaseResult =>
      this.#call(controls.purchases.move, { params: { id, move: "begin" } }),
    /** The payment comes in. */
    pay: (id: number): FundingPurchaseResult => this.#call(controls.purchases.move, { params: { id, move: "pay" } }),
    /** The payment fails. */
    fail: (id: number): FundingPurchaseResult => this.#call(controls.purchases.move, { params: { id, move: "fail" } }),
    /** The time to pay is over. */
    expire: (id: number): FundingPurchaseResult =>
      this.#call(controls.purchases.move, { params: { id, move: "expire" } }),
  }

  /** The steps of a plan checkout that have no endpoint, by its `purchase_id`. */
  readonly checkouts = {
    /** The payment comes in. */
    pay: (id: number): PlanCheckout =>
      this.#call(controls.checkouts.move, { params: { purchase_id: id, move: "pay" } }),
    /** The payment fails. */
    fail: (id: number): PlanCheckout =>
      this.#call(controls.checkouts.move, { params: { purchase_id: id, move: "fail" } }),
    /** The time to pay is over. */
    expire: (id: number): PlanCheckout =>
      this.#call(controls.checkouts.move, { params: { purchase_id: id, move: "expire" } }),
  }

  /** The steps of a campaign that have no endpoint. A live one can be paused until it has sent to everyone. */
  readonly campaigns = {
    /** Stops sending for now. */
    pause: (id: number): Campaign => this.#call(controls.campaigns.move, { params: { id, move: "pause" } }),
    /** Goes on sending. */
    resume: (id: number): Campaign => this.#call(controls.campaigns.move, { params: { id, move: "resume" } }),
    /** Stops it for good. */
    cancel: (id: number): Campaign => this.#call(controls.campaigns.move, { params: { id, move: "cancel" } }),
    /** Puts it away. */
    archive: (id: number): Campaign => this.#call(controls.campaigns.move, { params: { id, move: "archive" } }),
    /** How it stands and what it waits for, such as room in the sending window, with the rule of the service behind it. */
    why: (id: number): Promise<WhyStep> => this.#call(controls.campaigns.why, { params: { id } }),
  }

  /** The transitions of a flow; none has an endpoint. */
  readonly flows = {
    /** Lets contacts in. */
    start: (id: number): Flow => this.#call(controls.flows.move, { params: { id, move: "start" } }),
    /** Stops it for now. */
    pause: (id: number): Flow => this.#call(controls.flows.move, { params: { id, move: "pause" } }),
    /** Goes on with it. */
    resume: (id: number): Flow => this.#call(controls.flows.move, { params: { id, move: "resume" } }),
    /** Stops it for good. */
    cancel: (id: number): Flow => this.#call(controls.flows.move, { params: { id, move: "cancel" } }),
    /** Puts it away. */
    archive: (id: number): Flow => this.#call(controls.flows.move, { params: { id, move: "archive" } }),
  }

  #call<S extends ControlSpec, R>(control: Control<S, R>, sent: ControlSent<S>): R {
    return this.#connection.call(control, sent)
  }
}
