// biome-ignore-all lint/correctness/noVoidTypeReturn: a call that returns nothing is handed on too, since over HTTP it is a promise
import { AsyncClosing } from "../../sdk/base/async-dispose.ts"
import type { Campaign } from "../../sdk/contract/campaigns.ts"
import type { Flow } from "../../sdk/contract/flows.ts"
import type { FundingPurchaseResult } from "../../sdk/contract/funding-purchases.ts"
import type { ManagedAccount } from "../../sdk/contract/managed-accounts.ts"
import type { ManagementGrant } from "../../sdk/contract/management-grant.ts"
import type { PlanCheckout } from "../../sdk/contract/subscription.ts"
import type { WebhookDelivery } from "../../sdk/contract/webhooks.ts"
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
} from "../base/models.gen.ts"
import type { AccountCapacity } from "../control/capacity.ts"
import type { AdvanceResult, ClockView } from "../control/clock.ts"
import type { RequestCode } from "../control/code/code.ts"
import type { FillResult } from "../control/contacts.ts"
import type { Control, ControlSent, ControlSpec } from "../control/control.ts"
import { controlTable as controls } from "../control/controls.ts"
import type { MintedCredential } from "../control/credentials.ts"
import type { EmlFile } from "../control/inbound.ts"
import type { WhyStep } from "../control/messages.ts"
import type { AddFault, NewFault } from "../control/new-faults.ts"
import type { RequestDetail } from "../control/requests.ts"
import type { RuleView } from "../control/rules.ts"
import type { TimerView } from "../control/timers.ts"
import type { LocalWebhooksView, RotationResult, WebhookWithSecret } from "../control/webhooks.ts"
import type { WorldView } from "../control/world.ts"
import type { WorldInfo } from "../control/worlds.ts"
import type { InboundResult } from "../resources/conversations/inbox.ts"
import type { MessageDetail } from "../resources/messages/message-detail.ts"
import type { DeliveryAttempt } from "../resources/webhooks/attempt.ts"
import type { Checkpoint } from "../world/checkpoints.ts"
import type { Fault } from "../world/fault-rules.ts"
import type { JournalEntry } from "../world/journal.ts"
import type { Snapshot } from "../world/snapshot.ts"
import type { MockClientOptions } from "./client-options.ts"
import type { WorldConnection } from "./mock-world/connection.ts"
import { WorldExpect } from "./mock-world/expect.ts"
import { listedMessages } from "./mock-world/listed-message.ts"

/**
 * A world of the mock server for tests: the control API as methods, without the calls that only the dashboard uses.
 * Invalid arguments throw the error of the HTTP call, with its `status` and `message`. `await using` closes it.
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

  /**
   * The server API key of the seeded account `main`. The key selects the world: it works with `url` and with the
   * service's own base address.
   */
  get apiKey(): string {
    return this.#connection.apiKey
  }

  /** The options for a client of this world: `new Mas(world.clientOptions)`. */
  get clientOptions(): MockClientOptions {
    return this.#connection.clientOptions
  }

  /** What the seed put there: credentials, people, and ids to start from. */
  seeded(): WorldView {
    return this.#call(controls.world.get, {})
  }

  /** The world's time and clock mode. */
  readonly clock = {
    /** The time, the mode and its rate. */
    get: (): ClockView => this.#call(controls.clock.get, {}),
    /**
     * Changes the clock's mode or time; what is left out stays. Moving forward runs due work; moving back only sets the
     * time. `scaled` runs `rate` times as fast, 1 to 3,600.
     */
    set: (change: ClockChange): Promise<ClockView> => this.#call(controls.clock.set, { body: change }),
  }

  /**
   * Moves time forward and runs all work that becomes due, each at its own time, including webhooks; resolves when all
   * of it has finished. It does not wait for work that other requests schedule meanwhile. Takes milliseconds, text such
   * as `5m`, or `{ to }` with a time or `next`. `advance(0)` runs work that is due now. Throws a 409 inside a webhook
   * receiver of this process: it would wait for that receiver's own response.
   */
  advance(by: number | string | Advance): Promise<AdvanceResult> {
    return this.#call(controls.clock.advance, { body: typeof by === "object" ? by : { by } })
  }

  /** Resets state, clock, faults and journal to the seed. Pending work is dropped; requests in progress finish. */
  reset(): void {
    return this.#call(controls.state.reset, {})
  }

  /** The state as documents: a snapshot with all history and pending work, or fixtures with the records alone. */
  readonly state = {
    /** The whole state, including pending work, as a JSON document. Do not modify it. */
    snapshot: (): Snapshot => this.#call(controls.state.snapshot, {}),
    /** Restores a snapshot into this world, completely or not at all. */
    restore: (snapshot: Snapshot): void => this.#call(controls.state.restore, { body: snapshot }),
    /** The world as a fixtures document: its records, not its history. */
    fixtures: (): Fixtures => this.#call(controls.fixtures.get, {}),
    /**
     * Resets the world with these fixtures, completely or not at all. A later reset returns to them; `{}` means only the
     * seed.
     * @throws ServiceError (422) that names each field by its path, such as `accounts.main.plan`.
     */
    setFixtures: (fixtures: Fixtures): void =>
      // A document that was not loaded must not empty the world.
      this.#call(controls.fixtures.set, { body: fixtures ?? null }),
  }

  /** Named states of this world that can be restored any number of times; at most 100. */
  readonly checkpoints = {
    /** Saves the current state with its pending work; replaces a checkpoint of the same name. */
    save: (name: string): Checkpoint => this.#call(controls.checkpoints.save, { body: { name } }),
    /** All checkpoints, oldest first. */
    list: (): Checkpoint[] => this.#call(controls.checkpoints.list, {}),
    /** Restores a checkpoint with its time. The journal is cleared. */
    rewind: (name: string): ClockView => this.#call(controls.checkpoints.rewind, { params: { name } }),
    /** Deletes a checkpoint. */
    remove: (name: string): void => this.#call(controls.checkpoints.remove, { params: { name } }),
  }

  /** The worlds of the service. */
  readonly worlds = {
    /** Creates a freshly seeded world with its own clock, state, faults and journal, and the same credentials. */
    create: (options: NewWorld = {}): MockWorld =>
      this.#connection.beside(this.#call(controls.worlds.create, { body: options })),
    /** Every world, the main one first. */
    list: (): WorldInfo[] => this.#call(controls.worlds.list, {}),
    /** Ends a world, unless it is `main`. Webhooks in flight are not awaited: `close()` does that. */
    remove: (id: string): void => this.#call(controls.worlds.remove, { params: { id } }),
  }

  /** Ends this world, if it exists; `main` ends with its service. Waits for webhooks in flight. */
  close(): Promise<void> {
    return this.#connection.close()
  }

  /**
   * Responds to a request of this world as the server would; takes the arguments of the global `fetch`. A request for another world
   * is a 400.
   */
  readonly fetch = (input: Request | URL | string, init?: RequestInit): Promise<Response> =>
    this.#connection.fetch(input, init)

  /** The messages of the world. */
  readonly messages = {
    /** The newest messages of all brands, oldest first: their rows. Content, tags, links and warnings are only in `get()`. */
    list: (query: MessageQuery = {}): MessageRow[] => listedMessages(this.#call(controls.messages.list, { query })),
    /** The full message: rendered html and text, headers, tags, timeline. */
    get: (id: number): MessageDetail => this.#call(controls.messages.get, { params: { id } }),
    /** The newest match, in full; without one, waits for it in real time and throws a 408 on timeout. */
    latest: (query: MessageLatest = {}): Promise<MessageDetail> => this.#call(controls.messages.latest, { query }),
    /** Waits in real time for enough matches from other programs; the newest come last. On timeout throws a 408 with the nearest miss. */
    wait: async (query: MessageWait = {}): Promise<readonly MessageRow[]> =>
      listedMessages(await this.#call(controls.messages.wait, { query })),
    /**
     * Explains the state of a message: its events in order of time, each with the rule of the service behind it. The last
     * step is its status. Throws a 404 for an unknown id.
     */
    why: (id: number): Promise<WhyStep[]> => this.#call(controls.messages.why, { params: { id } }),
    /** Triggers an event of its recipient or provider. */
    event: (id: number, cause: MessageCause): MessageDetail =>
      this.#call(controls.messages.event, { params: { id }, body: cause }),
  }

  /** Delivers a mail to an inbox address: as fields, or as a mail file (`{ eml: await readFile("bounce.eml") }`). */
  inbound(mail: InboundMail): InboundResult
  inbound(mail: EmlFile): Promise<InboundResult>
  inbound(mail: InboundMail | EmlFile): InboundResult | Promise<InboundResult> {
    if (!("eml" in mail)) return this.#call(controls.inbound.receive, { body: mail })
    const { eml, ...more } = mail
    const content = typeof eml === "string" ? { eml } : { eml_base64: Buffer.from(eml).toString("base64") }
    return this.#call(controls.inbound.receiveEml, { body: { ...content, ...more } })
  }

  /** Keys, tokens and sessions. */
  readonly credentials = {
    /** Creates a credential. */
    mint: (credential: NewCredential): MintedCredential => this.#call(controls.credentials.mint, { body: credential }),
    /** Revokes a credential, from the next request on. */
    revoke: (token: string): void => this.#call(controls.credentials.revoke, { params: { token } }),
  }

  /** Sender addresses. */
  readonly senders = {
    /** Adds a sender address to a brand, verified by default. */
    set: (sender: NewSender): SenderRow => this.#call(controls.senders.set, { body: sender }),
  }

  /** Contacts in bulk. */
  readonly contacts = {
    /** Fills a brand with contacts, for load tests. Millions take a while, in which the server responds to other requests. */
    fill: (fill: ContactFill): Promise<FillResult> => this.#call(controls.contacts.fill, { body: fill }),
  }

  readonly #addFault: AddFault = (fault: NewFault) => this.#call(controls.faults.add, { body: fault })

  /** Injected faults for requests and webhook attempts; the first match fires. */
  readonly faults = {
    /** Adds a fault: one of requests, unless it is `on: "delivery"`. */
    add: this.#addFault,
    /** All faults, in matching order. */
    list: (): Fault[] => this.#call(controls.faults.list, {}),
    /** Removes a fault; throws a 404 for an unknown id. */
    remove: (id: number): void => this.#call(controls.faults.remove, { params: { id } }),
    /** Removes all faults. */
    clear: (): void => this.#call(controls.faults.clear, {}),
    /** Sets the faults of `calm`, `production` or `storm`; replaces the previous profile. */
    profile: (profile: FaultProfile["name"] | FaultProfile): Fault[] =>
      this.#call(controls.faults.profile, { body: typeof profile === "string" ? { name: profile } : profile }),
  }

  /** Rules for the outcome of messages; the first that matches decides. */
  readonly outcomes = {
    /** Adds a rule. */
    add: (outcome: NewOutcome): Outcome => this.#call(controls.outcomes.add, { body: outcome }),
    /** All rules, in matching order. */
    list: (): Outcome[] => this.#call(controls.outcomes.list, {}),
    /** Removes a rule; throws a 404 for an unknown id. */
    remove: (id: number): void => this.#call(controls.outcomes.remove, { params: { id } }),
    /** Removes all rules. */
    clear: (): void => this.#call(controls.outcomes.clear, {}),
  }

  /** The requests that reached the world. */
  readonly requests = {
    /** The newest 10,000, oldest first. */
    list: (query: RequestQuery = {}): JournalEntry[] => this.#call(controls.requests.list, { query }),
    /** One by its id, with bodies and the lint warnings of the messages that it created. */
    get: (id: number): RequestDetail => this.#call(controls.requests.get, { params: { id } }),
    /** Code that repeats one: curl, an SDK call, a CLI command, and a Vitest test. */
    code: (id: number): RequestCode => this.#call(controls.code.get, { params: { id } }),
    /** Waits in real time for enough matches from other programs; on timeout throws a 408 with the nearest miss. */
    wait: (query: RequestWait = {}): Promise<readonly JournalEntry[]> => this.#call(controls.requests.wait, { query }),
    /** Clears the journal of requests. */
    clear: (): void => this.#call(controls.requests.clear, {}),
  }

  /** The webhook attempts. */
  readonly deliveries = {
    /** The newest 10,000 attempts, oldest first. */
    list: (query: AttemptQuery = {}): DeliveryAttempt[] => this.#call(controls.deliveries.list, { query }),
    /** Resends a delivery now: as a new delivery with the same event id and body, or with `retry` as its next attempt. */
    redeliver: (id: number, how: Redelivery = {}): WebhookDelivery =>
      this.#call(controls.deliveries.redeliver, { params: { id }, body: how }),
    /** Waits in real time for enough matches from other programs; on timeout throws a 408 with the nearest miss. */
    wait: (query: AttemptWait = {}): Promise<readonly DeliveryAttempt[]> =>
      this.#call(controls.deliveries.wait, { query }),
  }

  /** Scheduled work. */
  readonly timers = {
    /** All scheduled work, earliest first; failed work has an `error`. */
    list: (query: TimerQuery = {}): TimerView[] => this.#call(controls.timers.list, { query }),
    /** One of them by its id. Throws a 404 once it has run. */
    get: (id: number): TimerView => this.#call(controls.timers.get, { params: { id } }),
    /** Moves scheduled work: `promote` runs it now instead, `repeat` now as well, `postpone` delays it by `by`. */
    move: (id: number, move: "promote" | "postpone" | "repeat", { by }: TimerMove = {}): TimerView =>
      this.#call(controls.timers.move, { params: { id, move }, body: by === undefined ? {} : { by } }),
  }

  /** Webhook endpoints with their secrets. */
  readonly webhooks = {
    /** An endpoint of any brand, with its full secret. */
    get: (id: number): WebhookWithSecret => this.#call(controls.webhooks.get, { params: { id } }),
    /** Allows webhook endpoints on this machine, in every world of this mock server, until it stops. */
    allowLocal: (): LocalWebhooksView => this.#call(controls.webhooks.allowLocal, {}),
    /** Rotates the secret of an endpoint. Attempts are also signed with the old one for `grace`, by default a day. */
    rotate: (id: number, rotation: Rotation = {}): RotationResult =>
      this.#call(controls.webhooks.rotate, { params: { id }, body: rotation }),
  }

  /** The mail that the service itself sent. */
  serviceMail(query: MailQuery = {}): ServiceMail[] {
    return this.#call(controls.outbox.list, { query })
  }

  /** A rule of the service by its number, as the header `X-MAS-Mock-Rule` names it: `rule("22.5")`. */
  rule(number: string): Promise<RuleView> {
    return this.#call(controls.rules.get, { params: { number } })
  }

  /** The remaining sending capacity and funding of each account. */
  capacity(): AccountCapacity[] {
    return this.#call(controls.capacity.list, {})
  }

  /** The steps that no endpoint takes: what owners, buyers and the service itself do. */
  readonly transitions = {
    /** The steps of a management grant that have no endpoint. */
    grants: {
      /** The owner consents to being managed. */
      consent: (id: number): ManagementGrant => this.#call(controls.grants.move, { params: { id, move: "consent" } }),
      /** A payment method is set up. */
      activatePayment: (id: number): ManagementGrant =>
        this.#call(controls.grants.move, { params: { id, move: "activate_payment" } }),
      /** The owner releases the manager. */
      release: (id: number): ManagementGrant => this.#call(controls.grants.move, { params: { id, move: "release" } }),
    },

    /** The steps of a managed account's provisioning that have no endpoint. */
    managedAccounts: {
      /** The owner is invited. */
      sendInvitation: (id: number): ManagedAccount =>
        this.#call(controls.managedAccounts.move, { params: { id, move: "send_invitation" } }),
      /** The owner claims the account. */
      claim: (id: number): ManagedAccount =>
        this.#call(controls.managedAccounts.move, { params: { id, move: "claim" } }),
      /** The owner pays. */
      pay: (id: number): ManagedAccount => this.#call(controls.managedAccounts.move, { params: { id, move: "pay" } }),
      /** The payment fails. */
      paymentFailed: (id: number): ManagedAccount =>
        this.#call(controls.managedAccounts.move, { params: { id, move: "payment_failed" } }),
      /** The manager releases the account. */
      release: (id: number): ManagedAccount =>
        this.#call(controls.managedAccounts.move, { params: { id, move: "release" } }),
    },

    /** The steps of a funding purchase that have no endpoint. */
    purchases: {
      /** The buyer starts the payment. */
      begin: (id: number): FundingPurchaseResult =>
        this.#call(controls.purchases.move, { params: { id, move: "begin" } }),
      /** The payment succeeds. */
      pay: (id: number): FundingPurchaseResult => this.#call(controls.purchases.move, { params: { id, move: "pay" } }),
      /** The payment fails. */
      fail: (id: number): FundingPurchaseResult =>
        this.#call(controls.purchases.move, { params: { id, move: "fail" } }),
      /** The payment deadline passes. */
      expire: (id: number): FundingPurchaseResult =>
        this.#call(controls.purchases.move, { params: { id, move: "expire" } }),
    },

    /** The steps of a plan checkout that have no endpoint, by its `purchase_id`. */
    checkouts: {
      /** The payment succeeds. */
      pay: (id: number): PlanCheckout =>
        this.#call(controls.checkouts.move, { params: { purchase_id: id, move: "pay" } }),
      /** The payment fails. */
      fail: (id: number): PlanCheckout =>
        this.#call(controls.checkouts.move, { params: { purchase_id: id, move: "fail" } }),
      /** The payment deadline passes. */
      expire: (id: number): PlanCheckout =>
        this.#call(controls.checkouts.move, { params: { purchase_id: id, move: "expire" } }),
    },

    /** The steps of a campaign that have no endpoint. A live campaign can be paused until everything is sent. */
    campaigns: {
      /** Pauses sending. */
      pause: (id: number): Campaign => this.#call(controls.campaigns.move, { params: { id, move: "pause" } }),
      /** Resumes sending. */
      resume: (id: number): Campaign => this.#call(controls.campaigns.move, { params: { id, move: "resume" } }),
      /** Cancels the campaign permanently. */
      cancel: (id: number): Campaign => this.#call(controls.campaigns.move, { params: { id, move: "cancel" } }),
      /** Archives the campaign. */
      archive: (id: number): Campaign => this.#call(controls.campaigns.move, { params: { id, move: "archive" } }),
      /** Explains the status: what it waits for, such as sending capacity, with the rule of the service behind it. */
      why: (id: number): Promise<WhyStep> => this.#call(controls.campaigns.why, { params: { id } }),
    },

    /** The transitions of a flow; none has an endpoint. */
    flows: {
      /** Starts the flow: contacts can enter. */
      start: (id: number): Flow => this.#call(controls.flows.move, { params: { id, move: "start" } }),
      /** Pauses the flow. */
      pause: (id: number): Flow => this.#call(controls.flows.move, { params: { id, move: "pause" } }),
      /** Resumes the flow. */
      resume: (id: number): Flow => this.#call(controls.flows.move, { params: { id, move: "resume" } }),
      /** Cancels the flow permanently. */
      cancel: (id: number): Flow => this.#call(controls.flows.move, { params: { id, move: "cancel" } }),
      /** Archives the flow. */
      archive: (id: number): Flow => this.#call(controls.flows.move, { params: { id, move: "archive" } }),
    },
  }

  #call<S extends ControlSpec, R>(control: Control<S, R>, sent: ControlSent<S>): R {
    return this.#connection.call(control, sent)
  }
}
