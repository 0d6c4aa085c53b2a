// Written by `npm run generate` from the schemas of the mock server and their comments. Do not edit.

import type { MembershipRole, MessageChannel, SuppressionReason, WebhookEventType } from "../../sdk/contract/core/models.gen.ts"

/** An account. What is left out is as the seed has it; of a new one, as of somebody who has just signed up. */
export interface AccountFixture {
  /** As the account's key when left out. */
  name?: string | undefined
  /** The owner's address; `owner@<key>.test` when left out. */
  owner?: string | undefined
  /** False while the owner has not claimed the account, and so is not on its team; true when left out. */
  owner_joined?: boolean | undefined
  /** The address of its picture; none when left out. */
  avatar?: string | null | undefined
  /** The address of its banner; none when left out. */
  banner?: string | null | undefined
  /** The key of a plan; `free` when left out. */
  plan?: string | undefined
  /** Picks the plan's cap; `probation` when left out. */
  standing?: "probation" | "standard" | "trusted" | undefined
  /** Whether safe mode is on; false when left out. */
  safe_mode_enabled?: boolean | undefined
  /** What use beyond the plan may cost in a month. */
  spend_cap_monthly_cents?: number | undefined
  /** Prepaid funding that can be spent. */
  funding_available_cents?: number | undefined
  /** What the account is entitled to other than by its plan. */
  entitlements?: {
    /** The inbox feature. */
    agent_inbox?: {
      /** Whether the plan has the inbox feature. */
      enabled?: boolean | undefined
      /** Inboxes at most. */
      max_inboxes?: number | undefined
      /** Messages a month without extra charge. */
      inbound_messages_included?: number | undefined
      /** Whether messages beyond those included are charged. */
      inbound_messages_metered?: boolean | undefined
      /** Price of a message beyond those included, in cents, as decimal text such as `0.25`. */
      inbound_message_overage_rate_cents?: string | undefined
      /** Domains that can receive mail, at most. */
      max_inbound_domains?: number | undefined
      /** Domains without a subdomain among them, at most. */
      max_apex_domains?: number | undefined
      /** Whether a domain without a subdomain can receive mail. */
      apex_mx?: boolean | undefined
      /** Whether mail can be forwarded from another server. */
      legacy_forwarding?: boolean | undefined
      /** Whether an inbox can take every address of a domain. */
      catch_all?: boolean | undefined
      /** Days that messages are kept. */
      retention_days?: number | undefined
      /** Whether queues have their further controls. */
      advanced_queue_controls?: boolean | undefined
    } | undefined
  } | undefined
  /** What it has used of what its plan limits; nothing when left out. */
  usage?: {
    /** E-mail. */
    email?: {
      /** In this calendar month. */
      month?: number | undefined
      /** Since the account began; as in this month when left out. */
      lifetime?: number | undefined
    } | undefined
    /** SMS. */
    sms?: {
      /** In this calendar month. */
      month?: number | undefined
      /** Since the account began; as in this month when left out. */
      lifetime?: number | undefined
    } | undefined
    /** AI. */
    ai?: {
      /** In this calendar month. */
      month?: number | undefined
      /** Since the account began; as in this month when left out. */
      lifetime?: number | undefined
    } | undefined
  } | undefined
  /** How much of the sending capacity is used: recipients just now, or when they were sent to. */
  capacity_used?: number | readonly {
    /** How many. */
    recipients: number
    /** How long before the beginning, such as `2h`, or milliseconds; just then when left out. */
    ago?: string | number | undefined
  }[] | undefined
  /** Its place in the affiliate programme. */
  affiliate?: {
    /** Whether the programme is open to the account; true when left out. */
    entitled?: boolean | undefined
    /** `unlinked` when left out. */
    status?: "unlinked" | "pending" | "active" | undefined
    /** The end of the address to share, of one that is `active`; made by chance when left out. */
    code?: string | undefined
    /** People who came by the address to share. */
    visitors?: number | undefined
    /** Those of them who signed up. */
    leads?: number | undefined
    /** Those of them who pay. */
    conversions?: number | undefined
    /** What the account has earned by them. */
    earnings_cents?: number | undefined
  } | undefined
  /** Its team beside the owner; nobody when left out. */
  members?: readonly {
    /** The address of a person. */
    email: string
    /** `member` when left out. */
    role?: MembershipRole | undefined
  }[] | undefined
  /** Invitations to its team; none when left out. */
  invites?: readonly {
    /** The address that is invited. */
    email: string
    /** `member` when left out. */
    role?: MembershipRole | undefined
    /** Made by chance when left out. */
    token?: string | undefined
    /** `pending` when left out; who has accepted is on the team. */
    status?: "pending" | "accepted" | "revoked" | "expired" | undefined
  }[] | undefined
  /** Server keys; `maskey_live_<key of the account>` when left out. */
  api_keys?: readonly string[] | undefined
  /** Addresses that it does not send to; none when left out. */
  suppressions?: readonly SuppressionFixture[] | undefined
  /** By their SIDs; one called `brand_<key of the account>` when left out. */
  brands?: Record<string, BrandFixture> | undefined
  /** True for an account that manages clients. */
  manager?: boolean | undefined
  /** Keys of a manager that provision clients; none when left out. */
  provisioning_credentials?: readonly string[] | undefined
  /** The clients of a manager, by the keys of their accounts. */
  clients?: Record<string, ClientFixture> | undefined
}

/** How far time moves: by a span, to a moment, or to the next work that is due; the last not past `until`. */
export interface Advance {
  /** How far: milliseconds, or text such as `5m`. */
  by?: number | string | undefined
  /** The moment to move to, or `next`. */
  to?: string | Date | "next" | undefined
  /** Goes with `to: "next"`: the moment that time stops at. */
  until?: string | Date | undefined
}

/** Which attempts; everything given must fit. */
export interface AttemptQuery {
  /** Only attempts to this endpoint. */
  webhook_id?: number | undefined
  /** Only attempts of this delivery. */
  delivery_id?: number | undefined
  /** Only attempts for this event: `evt_…`. */
  event_id?: string | undefined
  /** Only attempts for events of this type. */
  event_type?: string | undefined
  /** Attempts that were made after the one with this id. */
  after?: number | undefined
  /** Only the newest N. */
  limit?: number | undefined
}

/** Which attempts are waited for. */
export interface AttemptWait {
  /** Only attempts to this endpoint. */
  webhook_id?: number | undefined
  /** Only attempts of this delivery. */
  delivery_id?: number | undefined
  /** Only attempts for this event: `evt_…`. */
  event_id?: string | undefined
  /** Only attempts for events of this type. */
  event_type?: string | undefined
  /** Attempts that were made after the one with this id. */
  after?: number | undefined
  /** One when left out. */
  count?: number | undefined
  /** Five seconds when left out, ten minutes at most. */
  timeout?: number | string | undefined
}

/** A brand. What is left out is as the seed has it; of a new one, empty. */
export interface BrandFixture {
  /** As its account when left out. */
  name?: string | undefined
  /** True for the brand of requests that name none; the account's first when no brand says so. */
  default?: boolean | undefined
  /** Addresses that it sends from. */
  senders?: readonly {
    /** The address. */
    email: string
    /** Only a verified one can send; true when left out. */
    verified?: boolean | undefined
    /** True where mail to the address reaches the brand's inbox; false when left out. */
    inbox?: boolean | undefined
  }[] | undefined
  /** Whom it writes to. */
  contacts?: readonly {
    /** The address. */
    email: string
    /** First name. */
    first_name?: string | null | undefined
    /** Last name. */
    last_name?: string | null | undefined
    /** Whether they agreed to get mail; false when left out. */
    opt_in?: boolean | undefined
    /** Where they come from; `api` when left out. */
    source?: string | null | undefined
    /** The brand's own fields. */
    data?: Record<string, unknown> | undefined
    /** Made by chance when left out. */
    uuid?: string | undefined
  }[] | undefined
  /** Lists of its contacts. */
  lists?: readonly {
    /** What the list is called. */
    name: string
    /** Addresses of the brand's contacts; none when left out. */
    contacts?: readonly string[] | undefined
  }[] | undefined
  /** Groups of its contacts that filters make. */
  segments?: readonly {
    /** What the segment is called. */
    name: string
    /** `user` when left out; `system` is the service's own. */
    origin?: string | undefined
    /** Fields of a contact, and what they must be, such as `subscribed_email: true`; every contact when left out. Of `data` the keys that are named; `list_ids` are lists that a contact must be on, all of them, by their ids. */
    filters?: {
      /** The contact's address, as it was written first. */
      email?: string | undefined
      /** The contact's first name. */
      first_name?: string | null | undefined
      /** The contact's last name. */
      last_name?: string | null | undefined
      /** Where the contact came from, for example `api` or `import`. */
      source?: "api" | "import" | "form" | (string & {}) | null | undefined
      /** The brand's own fields, such as further columns of an import. */
      data?: Record<string, unknown> | undefined
      /** A name of the contact that says nothing of how many there are. */
      uuid?: string | undefined
      /** Whether the contact agreed to get e-mail. */
      subscribed_email?: boolean | undefined
      /** The lists that the contact is on. */
      list_ids?: readonly number[] | undefined
    } | undefined
  }[] | undefined
  /** Templates of its messages. */
  templates?: readonly {
    /** What the template is called. */
    name: string
    /** In Liquid: `{{ data.x }}` and `{{ contact.first_name }}` are filled in on sending. */
    subject?: string | null | undefined
    /** The HTML part, in Liquid. */
    html?: string | null | undefined
    /** The plain text part, in Liquid. */
    body?: string | null | undefined
    /** The line that mail programs show beside the subject. */
    preheader?: string | null | undefined
    /** The name that recipients see. */
    from_name?: string | null | undefined
    /** The address that it comes from. */
    from_email?: string | null | undefined
    /** Where answers go. */
    reply_to?: string | null | undefined
    /** 1 when left out. */
    version?: number | undefined
    /** The names that it fills in; read from its `{{ … }}` when left out. */
    variables?: readonly string[] | undefined
  }[] | undefined
  /** Its webhook endpoints. */
  webhooks?: readonly {
    /** HTTPS, a public internet address, no user name or password in it. */
    url: string
    /** The event types to send, at least one; repeated ones count once. */
    events: readonly WebhookEventType[]
    /** False for one that is turned off; true when left out. */
    enabled?: boolean | undefined
    /** Begins with `whsec_`; made by chance when left out. */
    secret?: string | undefined
  }[] | undefined
  /** Keys for website forms. */
  public_keys?: readonly string[] | undefined
  /** Storefronts in which the app is installed: every token that is signed for one is let in. */
  storefronts?: readonly string[] | undefined
}

/** A client of a manager: how far it is provisioned, and the grant over it. */
export interface ClientFixture {
  /** `preparing` when left out; further where the grant is. */
  status?: "preparing" | "awaiting_owner" | "payment_required" | "active" | "payment_issue" | "ended" | undefined
  /** `pending` when left out, `revoked` of a client that has ended. */
  grant?: "pending" | "active" | "revoked" | "released" | undefined
  /** Made by chance when left out. */
  external_ref?: string | undefined
  /** `dashboard` when left out. */
  source?: string | undefined
  /** Keys that manage it; none when left out. */
  management_credentials?: readonly string[] | undefined
}

/** How a clock goes, and where it begins. */
export interface ClockChange {
  /** How the clock goes. */
  mode: "real" | "frozen" | "scaled"
  /** How many times as fast as real time `scaled` goes. */
  rate?: number | undefined
  /** The time that it shows from now on; as it is when left out. */
  now?: string | Date | undefined
  /** By which clock webhooks are signed from now on: the world's, or the machine's. */
  webhook_time?: "world" | "real" | undefined
}

/** How a brand is filled. */
export interface ContactFill {
  /** How many contacts to make. */
  count: number
  /** How the addresses begin. */
  prefix?: string | undefined
  /** The main brand when left out. */
  brand_sid?: string | undefined
}

/** A fault of webhook attempts, as a snapshot stores it. */
export type DeliveryFault = {
  /** The id of the fault. */
  readonly id: number
  /** Webhook attempts fail. */
  readonly on: "delivery"
  /** Any endpoint when null. */
  readonly webhook_id: number | null
  /** Any type when null; `*` stands for any text. */
  readonly event_type: string | null
  /** Loses the attempt (`before`), or the answer to it (`after`). */
  readonly drop?: "before" | "after" | undefined
  /** Milliseconds of the world's time before it is sent. */
  readonly delay_ms?: number | undefined
  /** How many times more it is sent. */
  readonly duplicate?: number | undefined
  /** True to let the next attempt to the endpoint go before it. */
  readonly reorder?: true | undefined
  /** The fault of its signature. */
  readonly signature?: "wrong" | "old" | "other" | "two" | undefined
  /** How often it happens; always when null. */
  readonly times: number | null
  /** The probability for each match, 0 to 1. */
  readonly probability: number
  /** Starts at the nth match; at the first when omitted. */
  readonly from?: number | undefined
  /** Number of matches; counted if `from` is given. */
  readonly seen?: number | undefined
  /** The profile that it belongs to. */
  readonly profile?: string | undefined
  /** How often it has happened. */
  readonly fired: number
}

/** A named profile of faults; replaces the previous profile. */
export interface FaultProfile {
  /** Which set of faults. */
  name: "calm" | "production" | "storm"
  /** Gives its chance a source of its own, so that the world's ids are the same with any profile. */
  seed?: number | undefined
}

/** What a world begins with, beside the seed: what a document leaves out is as the seed has it, what it names anew is added. Objects are joined field by field; a list is the whole list. */
export interface Fixtures {
  /** For editors: where the schema of this document is. */
  $schema?: string | undefined
  /** By their slugs. */
  plans?: Record<string, PlanFixture> | undefined
  /** By their e-mail addresses; null where there is no such person, though the seed has one. */
  users?: Record<string, UserFixture | null> | undefined
  /** By names of the document's own; those of the seed are `main`, `manager` and `client`. */
  accounts?: Record<string, AccountFixture> | undefined
}

/** A file of a mail that arrives. */
export interface InboundFile {
  /** Empty for a part without a name, such as a delivery report. */
  filename?: string | undefined
  /** `application/octet-stream` when left out. */
  content_type?: string | undefined
  /** The content in Base64. */
  content_base64: string
  /** True when left out. */
  scanned?: boolean | undefined
}

/** A mail that arrives at an inbox address of a brand. */
export interface InboundMail {
  /** Whatever stands in `From`: an address, one with a name, `<>` or `MAILER-DAEMON`. */
  from: string
  /** An inbox address of a brand, with or without a name. */
  to: string
  /** The subject line. */
  subject: string
  /** The text part. */
  text?: string | undefined
  /** The HTML part. */
  html?: string | undefined
  /** The id of the message that it answers. */
  in_reply_to?: number | string | null | undefined
  /** True for an automatic reply. */
  auto_submitted?: boolean | undefined
  /** Spam, viruses, blocked senders: reported to nobody. */
  quarantined?: boolean | undefined
  /** The files that come along. */
  attachments?: readonly InboundFile[] | undefined
}

/** The fault of one attempt of a delivery, past or pending. */
export type InjectedFault = {
  /** The fault that did it. */
  readonly fault_id: number
  /** Loses the attempt (`before`), or the answer to it (`after`). */
  readonly drop?: "before" | "after" | undefined
  /** Milliseconds of the world's time before it is sent. */
  readonly delay_ms?: number | undefined
  /** How many times more it is sent. */
  readonly duplicate?: number | undefined
  /** True to let the next attempt to the endpoint go before it. */
  readonly reorder?: true | undefined
  /** The fault of its signature. */
  readonly signature?: "wrong" | "old" | "other" | "two" | undefined
  /** The number of a duplicate. Omitted for the first attempt: only that one counts. */
  readonly copy?: number | undefined
}

/** Which mails; everything given must fit. */
export interface MailQuery {
  /** Capital letters do not matter. */
  to?: string | undefined
  /** Only mails of this kind, such as `invite`. */
  kind?: string | undefined
}

/** What a recipient or provider does. */
export interface MessageCause {
  /** delivered, bounced, complained, opened, clicked or failed; `email.` may stand in front. */
  type: string
  /** True where a scanner opens or clicks: that stands in the timeline, and no event tells of it. */
  bot?: boolean | undefined
  /** How it bounces; for good when left out. */
  bounce?: {
    /** `hard` is for good, `soft` for now. */
    type?: "hard" | "soft" | undefined
    /** The finer class, for example `mailbox_full`. */
    subtype?: string | undefined
  } | undefined
  /** The link that is clicked; the first of the HTML when left out. */
  url?: string | undefined
  /** Why it fails. */
  failure?: {
    /** For machines, for example `suppressed`. */
    code?: string | undefined
    /** For people. */
    reason?: string | undefined
    /** The kind of failure that the code belongs to. */
    category?: string | undefined
  } | undefined
}

/** What a message says, as rendered, and what happened to it. Its id is the message's. */
export type MessageContentRow = {
  /** The id of the message. */
  readonly id: number
  /** Who it is from; null for an SMS. */
  readonly from: string | null
  /** Where answers go; null where nothing is said. */
  readonly reply_to: string | null
  /** The HTML part; null where there is none. */
  readonly html: string | null
  /** The text part, or the SMS; null where there is none. */
  readonly text: string | null
  /** What an inbox shows beside the subject; null where there is none. */
  readonly preheader: string | null
  /** Extra headers by name. */
  readonly headers: Record<string, string>
  /** The sender's own and the service's. */
  readonly tags: Record<string, string>
  /** The template that it was made of; null where there is none. */
  readonly template_id: number | null
  /** What the template was filled in with, beside the contact; left out where no template was used. */
  readonly data?: Record<string, unknown> | undefined
  /** The key that it was sent with; null where there is none. */
  readonly idempotency_key: string | null
  /** What happened to it, the first first. */
  readonly timeline: readonly TimelineEntry[]
  /** What becomes of it later; delivered when left out. */
  readonly later?: readonly ("sent" | "delivered" | "hard_bounced" | "soft_bounced" | "complained" | "opened" | "clicked" | "bot_opened" | "bot_clicked" | "failed")[] | undefined
  /** What the service does not see. */
  readonly untracked?: readonly ("opened" | "clicked")[] | undefined
  /** The outcome rule that decided what becomes of it; left out where none did. */
  readonly outcome_id?: number | undefined
}

/** Which message is wanted. */
export interface MessageLatest {
  /** The address or number that it goes to. */
  to?: string | undefined
  /** The subject line. */
  subject?: string | undefined
  /** E-mail or SMS. */
  channel?: MessageChannel | undefined
  /** How far it has got. */
  status?: "queued" | "sent" | "failed" | undefined
  /** Messages after the one with this id. */
  after?: number | undefined
  /** With a link whose address or text is this. */
  link?: string | undefined
  /** With a code to type, or without one. */
  code?: boolean | undefined
  /** Five seconds when left out, ten minutes at most. */
  timeout?: number | string | undefined
}

/** Which messages. */
export interface MessageQuery {
  /** The address or number that it goes to. */
  to?: string | undefined
  /** The subject line. */
  subject?: string | undefined
  /** E-mail or SMS. */
  channel?: MessageChannel | undefined
  /** How far it has got. */
  status?: "queued" | "sent" | "failed" | undefined
  /** Messages after the one with this id. */
  after?: number | undefined
  /** With a link whose address or text is this. */
  link?: string | undefined
  /** With a code to type, or without one. */
  code?: boolean | undefined
  /** Only the newest N; 100 when left out. */
  limit?: number | undefined
}

/** A message as it is shown; what it says is beside it, in `messageContents` under the same id. */
export type MessageRow = {
  /** The `message_id` of webhook events. */
  readonly id: number
  /** The brand that sent it. */
  readonly brand_id: number
  /** How it travels. */
  readonly channel: MessageChannel
  /** An e-mail address, or a phone number in E.164 form. */
  readonly to: string
  /** Null for SMS. */
  readonly subject: string | null
  /** `queued`: accepted for sending; `sent`: taken by the provider; `failed`: failed for good. */
  readonly status: "queued" | "sent" | "failed"
  /** The provider's own id of the message, once it took it. */
  readonly provider_id?: string | null | undefined
  /** `test` for the test send of a template; null for a transactional message. */
  readonly source_type: "test" | (string & {}) | null
  /** The machine reason of the status, for example `hard_bounce`. */
  readonly status_reason_code?: string | null | undefined
  /** The reason of the status, for people. */
  readonly status_reason?: string | null | undefined
  /** Why it failed, for example `suppressed`. */
  readonly failure_code?: string | null | undefined
  /** Why it failed, for people. */
  readonly failure_reason?: string | null | undefined
  /** The kind of failure that the code belongs to. */
  readonly failure_category?: string | null | undefined
  /** When the provider took it; null before. */
  readonly sent_at?: string | null | undefined
  /** When it was made. */
  readonly created_at: string
}

/** Which messages are waited for. */
export interface MessageWait {
  /** The address or number that it goes to. */
  to?: string | undefined
  /** The subject line. */
  subject?: string | undefined
  /** E-mail or SMS. */
  channel?: MessageChannel | undefined
  /** How far it has got. */
  status?: "queued" | "sent" | "failed" | undefined
  /** Messages after the one with this id. */
  after?: number | undefined
  /** With a link whose address or text is this. */
  link?: string | undefined
  /** With a code to type, or without one. */
  code?: boolean | undefined
  /** One when left out. */
  count?: number | undefined
  /** Five seconds when left out, ten minutes at most. */
  timeout?: number | string | undefined
}

/** What to mint; what is left out is the seeded account that the kind makes sense for, its owner, its default brand. */
export interface NewCredential {
  /** What kind of credential to make. */
  kind: "api_key" | "jwt" | "storefront_token" | "public_key" | "provisioning" | "management" | "session_cookie"
  /** The account that it is of. */
  account_id?: number | undefined
  /** The person that it is of. */
  user_id?: number | undefined
  /** The brand that it is bound to. */
  brand_sid?: string | undefined
  /** In whose name the person of a JWT or a session acts. */
  impersonated_user_id?: number | undefined
}

/** A failure of webhook attempts to come. */
export interface NewDeliveryFault {
  /** Webhook attempts fail. */
  on: "delivery"
  /** Any endpoint when left out. */
  webhook_id?: number | undefined
  /** Any type when left out; `*` stands for any text. */
  event_type?: string | undefined
  /** Loses the attempt before it reaches the receiver, or the answer after the receiver has done its work. */
  drop?: "before" | "after" | undefined
  /** How much later the attempt is made, in the world's time. */
  delay?: number | string | undefined
  /** How many times more the attempt is made. */
  duplicate?: number | undefined
  /** Lets the next attempt to the endpoint go first; it follows after `delay` at the latest, a minute when left out. */
  reorder?: boolean | undefined
  /** Signs with a secret of nobody, ten minutes ago, with the secret of another endpoint, or twice as while a secret is replaced, the right signature last. */
  signature?: "wrong" | "old" | "other" | "two" | undefined
  /** How often it happens; always when null. */
  times?: number | undefined
  /** The probability for each match, 0 to 1. */
  probability?: number | undefined
  /** Starts at the nth match; at the first when omitted. */
  from?: number | undefined
}

/** What is to become of messages to an address. */
export interface NewOutcome {
  /** An address, `*@domain`, or a number; `*` stands for any text. */
  to: string
  /** Delivered when left out. `bounced` is for good, `unknown` is until `messages.event` tells. */
  outcome?: "delivered" | "bounced" | "soft_bounced" | "complained" | "opened" | "clicked" | "delayed" | "failed" | "unknown" | undefined
  /** How long after the message has gone out, in the world's time; at once when left out, for `delayed` an hour. */
  after?: number | string | undefined
  /** For how many messages; for all when left out. */
  times?: number | undefined
  /** What of opens and clicks the service sees; all when left out. */
  tracking?: "all" | "opens" | "clicks" | "none" | undefined
  /** True where a scanner opens what is delivered and follows its links, which does not count. */
  bot?: boolean | undefined
}

/** A failure of requests to come: at least a status, a drop, a latency, or something that is wrong with the answer. */
export interface NewRequestFault {
  /** Requests fail, where nothing else is said. */
  on?: "request" | undefined
  /** Any method but OPTIONS when left out. */
  method?: string | undefined
  /** Without the query; `*` stands for any text. Any path when left out. */
  path?: string | undefined
  /** A credential, or a kind of credential; `none` for requests that show none. */
  credential?: string | undefined
  /** The idempotency key; `*` stands for any text. */
  key?: string | undefined
  /** Query parameters that must be there; `*` stands for any text. */
  query?: Record<string, string> | undefined
  /** Text that must be in the body, as it is sent. */
  contains?: string | undefined
  /** What is answered instead of the service's own answer. Below 400 with a body only. */
  status?: number | undefined
  /** The `error_code` of the answer; that of the status when left out. */
  error_code?: string | undefined
  /** Seconds, for the header `Retry-After`. */
  retry_after?: number | undefined
  /** Stands for the answer's body: text as it is, anything else as JSON. Without a status, of the service's own answer. */
  body?: unknown | undefined
  /** Headers of the answer, in addition to its own. */
  headers?: Record<string, string> | undefined
  /** Real milliseconds to wait first. */
  latency_ms?: number | undefined
  /** Cuts the connection: before anything is done, or after it is done. */
  drop?: "before" | "after" | undefined
  /** Cuts the connection after N bytes of the response body, before its last byte at the latest. */
  cut_at?: number | undefined
  /** Sends the response body in up to 16 pieces, with a pause of N real milliseconds before each. */
  drip_ms?: number | undefined
  /** How often it happens; always when null. */
  times?: number | undefined
  /** The probability for each match, 0 to 1. */
  probability?: number | undefined
  /** Starts at the nth match; at the first when omitted. */
  from?: number | undefined
}

/** An address for a brand to send from. */
export interface NewSender {
  /** The address. */
  email: string
  /** False for one that still has to be verified. */
  verified?: boolean | undefined
  /** True where mail to the address is to reach the brand's inbox. */
  inbox?: boolean | undefined
  /** The main brand when neither this nor an account is named. */
  brand_sid?: string | undefined
  /** The account whose default brand it is for. */
  account_id?: number | undefined
}

/** How a world is made. */
export interface NewWorld {
  /** Decides ids, secrets and coin tosses made after the seeding; the service's own when left out. */
  seed?: number | undefined
  /** The service's own when left out. */
  fixtures?: Fixtures | undefined
  /** The service's own when left out. */
  clock?: "real" | "frozen" | ClockChange | undefined
}

/** A rule for the outcome of messages to an address. */
export type Outcome = {
  /** The id of the rule. */
  readonly id: number
  /** An address or number in lower case; `*` stands for any text. */
  readonly to: string
  /** What becomes of them. */
  readonly outcome: "delivered" | "bounced" | "soft_bounced" | "complained" | "opened" | "clicked" | "delayed" | "failed" | "unknown"
  /** Milliseconds of the world's time after sending; null: at once, for `delayed` an hour. */
  readonly after_ms: number | null
  /** For how many messages; for all when null. */
  readonly times: number | null
  /** What of opens and clicks the service sees. */
  readonly tracking: "all" | "opens" | "clicks" | "none"
  /** True where a scanner opens what is delivered and follows its links. */
  readonly bot: boolean
  /** Number of messages it applied to. */
  readonly used: number
}

/** A plan. What is left out is as the seed has it; of a new one, as in the plan `free`. */
export interface PlanFixture {
  /** As the plan's key when left out. */
  name?: string | undefined
  /** `free` or `paid`, for example. */
  tier_group?: string | undefined
  /** False for a plan that is no longer sold. */
  active?: boolean | undefined
  /** What it costs for each interval, in cents. */
  base_price_cents?: number | undefined
  /** How often it is paid, such as `month`. */
  interval?: string | undefined
  /** E-mail recipients in 24 hours, by standing. */
  recipient_caps?: {
    /** Of accounts that are new. */
    probation?: number | undefined
    /** Of accounts that have shown themselves. */
    standard?: number | undefined
    /** Of accounts that are known well. */
    trusted?: number | undefined
  } | undefined
  /** Messages a month without extra charge. */
  email_allowance?: number | undefined
  /** SMS a month without extra charge. */
  sms_allowance?: number | undefined
  /** Uses of AI a month without extra charge. */
  ai_allowance?: number | undefined
  /** Cents for each message beyond the allowance. */
  email_overage_cents?: number | undefined
  /** Cents for each SMS beyond the allowance. */
  sms_overage_cents?: number | undefined
  /** Cents for each use of AI beyond the allowance. */
  ai_overage_cents?: number | undefined
  /** People on a team, pending invitations among them. */
  seat_limit?: number | undefined
  /** Null where there is no limit. */
  brand_limit?: number | null | undefined
  /** What accounts on the plan are entitled to of the inbox feature. */
  agent_inbox?: {
    /** Whether the plan has the inbox feature. */
    enabled?: boolean | undefined
    /** Inboxes at most. */
    max_inboxes?: number | undefined
    /** Messages a month without extra charge. */
    inbound_messages_included?: number | undefined
    /** Whether messages beyond those included are charged. */
    inbound_messages_metered?: boolean | undefined
    /** Price of a message beyond those included, in cents, as decimal text such as `0.25`. */
    inbound_message_overage_rate_cents?: string | undefined
    /** Domains that can receive mail, at most. */
    max_inbound_domains?: number | undefined
    /** Domains without a subdomain among them, at most. */
    max_apex_domains?: number | undefined
    /** Whether a domain without a subdomain can receive mail. */
    apex_mx?: boolean | undefined
    /** Whether mail can be forwarded from another server. */
    legacy_forwarding?: boolean | undefined
    /** Whether an inbox can take every address of a domain. */
    catch_all?: boolean | undefined
    /** Days that messages are kept. */
    retention_days?: number | undefined
    /** Whether queues have their further controls. */
    advanced_queue_controls?: boolean | undefined
  } | undefined
}

/** How a delivery is sent once more. */
export interface Redelivery {
  /** True: its next attempt is made now, and its retries end when that succeeds. Otherwise it is a new delivery. */
  retry?: boolean | undefined
}

/** A fault of requests, as a snapshot stores it. */
export type RequestFault = {
  /** The id of the fault. */
  readonly id: number
  /** Requests fail. */
  readonly on: "request"
  /** Any method but OPTIONS when null. */
  readonly method: string | null
  /** Without the query; `*` stands for any text. Any path when null. */
  readonly path: string | null
  /** The status to answer with; the service does nothing. */
  readonly status: number | null
  /** The `error_code` of the answer; null for that of the status. */
  readonly error_code: string | null
  /** Seconds, for the header `Retry-After`. */
  readonly retry_after: number | null
  /** Real milliseconds to wait before anything else. */
  readonly latency_ms: number | null
  /** Cuts the connection: before anything is done, or after it is done; null where it does not. */
  readonly drop: "before" | "after" | null
  /** How often it happens; always when null. */
  readonly times: number | null
  /** The probability for each match, 0 to 1. */
  readonly probability: number
  /** Starts at the nth match; at the first when omitted. */
  readonly from?: number | undefined
  /** Number of matches; counted if `from` is given. */
  readonly seen?: number | undefined
  /** The profile that it belongs to. */
  readonly profile?: string | undefined
  /** A credential, or a kind of credential; `none` where a request shows none. */
  readonly credential?: string | undefined
  /** The idempotency key; `*` stands for any text. */
  readonly key?: string | undefined
  /** Query parameters that must be there; `*` stands for any text. */
  readonly query?: Record<string, string> | undefined
  /** Text that must be in the body, as it is sent. */
  readonly contains?: string | undefined
  /** Replaces the response body: text unchanged, other values as JSON. */
  readonly body?: unknown | undefined
  /** Headers of the answer, in addition to its own. */
  readonly headers?: Record<string, string> | undefined
  /** Cuts the connection after N bytes of the body, before its last byte at the latest. */
  readonly cut_at?: number | undefined
  /** Real milliseconds before each of the pieces that the body comes in. */
  readonly drip_ms?: number | undefined
  /** How often it has happened. */
  readonly fired: number
}

/** Which requests; everything given must fit. */
export interface RequestQuery {
  /** Only requests with this method. */
  method?: string | undefined
  /** Without the query; `*` stands for any text. */
  path?: string | undefined
  /** Only requests that were answered with this status. */
  status?: number | undefined
  /** Requests that came then or later. */
  since?: string | Date | undefined
  /** Requests that came after the one with this id. */
  after?: number | undefined
  /** Only those that were answered by an error, or not at all. */
  failed?: boolean | undefined
  /** Only the newest N. */
  limit?: number | undefined
}

/** Which requests are waited for. */
export interface RequestWait {
  /** Only requests with this method. */
  method?: string | undefined
  /** Without the query; `*` stands for any text. */
  path?: string | undefined
  /** Only requests that were answered with this status. */
  status?: number | undefined
  /** Requests that came then or later. */
  since?: string | Date | undefined
  /** Requests that came after the one with this id. */
  after?: number | undefined
  /** Only those that were answered by an error, or not at all. */
  failed?: boolean | undefined
  /** One when left out. */
  count?: number | undefined
  /** Five seconds when left out, ten minutes at most. */
  timeout?: number | string | undefined
}

/** How a secret is replaced. */
export interface Rotation {
  /** How long attempts are signed with both secrets; a day when left out. */
  grace?: number | string | undefined
}

/** An address that a brand sends from. */
export type SenderRow = {
  /** The id of the sender. */
  readonly id: number
  /** The brand that sends from it. */
  readonly brand_id: number
  /** The address. */
  readonly email: string
  /** Only a verified one can send. */
  readonly verified: boolean
  /** True where mail to the address reaches the brand's inbox. */
  readonly inbox: boolean
}

/** Mail that the service itself has sent. */
export type ServiceMail = {
  /** The id of the mail. */
  readonly id: number
  /** The address that it went to. */
  readonly to: string
  /** What it is about, for example `invitation`. */
  readonly kind: string
  /** The subject line. */
  readonly subject: string
  /** The text. */
  readonly text: string
  /** What a program wants of it, for example an invitation's token. */
  readonly data: Record<string, string | number | null>
  /** When it was sent: ISO 8601. */
  readonly created_at: string
}

/** An address that the account does not send to. */
export interface SuppressionFixture {
  /** The address. */
  email: string
  /** `manual` when left out. A soft bounce holds for seven days from the beginning, every other for good. */
  reason?: SuppressionReason | undefined
  /** Who reported it; null for one that was put there by hand. */
  source_provider?: string | null | undefined
  /** What the provider said. */
  provider_diagnostic?: string | null | undefined
  /** What kind of bounce it was, in the words of the provider. */
  bounce_subtype?: string | undefined
  /** What kind of complaint it was, such as `abuse`. */
  complaint_feedback_type?: string | undefined
}

/** Something that happened to a message. */
export type TimelineEntry = {
  /** `email.queued`, `email.sent`, `sms.sent`…; where a webhook event tells of it, that event's type. */
  readonly type: string
  /** When it happened. */
  readonly timestamp: string
  /** What the event's data has beyond the common fields, for example `bounce`. */
  readonly detail: Record<string, unknown>
}

/** How far work is put off. */
export interface TimerMove {
  /** Goes with `postpone`. */
  by?: number | string | undefined
}

/** Which timers. */
export interface TimerQuery {
  /** Only the earliest N. */
  limit?: number | undefined
}

/** A person who can sign in. Whoever is named as an owner or a member is there without being listed. */
export interface UserFixture {
  /** First name. */
  first_name?: string | undefined
  /** Last name. */
  last_name?: string | undefined
  /** `mock-password` when left out; null for somebody who was named as an owner and has not come yet. */
  password?: string | null | undefined
  /** Telephone number. */
  mobile?: string | undefined
  /** ISO 3166 two-letter code. */
  country_code?: string | undefined
  /** `UTC` when left out. */
  time_zone?: string | undefined
  /** True for staff of the service; not a role in an account. False when left out. */
  admin?: boolean | undefined
}

/** One event on its way to one endpoint. Lean, since an endpoint that is down gathers them by the hundred thousand: moments are milliseconds since 1970, and what the event says stands in `webhookEvents`. Made at the same time as its event. */
export type WebhookDeliveryRow = {
  /** The id of the delivery. */
  readonly id: number
  /** The endpoint that it goes to. */
  readonly webhook_id: number
  /** The event's row, not its `evt_…`. */
  readonly event: number
  /** How far it has got. */
  readonly status: "pending" | "delivered" | "failed"
  /** How many attempts were made. */
  readonly attempts: number
  /** What the receiver answered last; null for no answer. */
  readonly last_response_status: number | null
  /** Why the last attempt failed; null where it did not. */
  readonly last_error: string | null
  /** When it is tried next, in milliseconds since 1970; null where it is not. */
  readonly next_attempt_at: number | null
  /** The timer of the next attempt. */
  readonly timer: number | null
  /** When it last changed, in milliseconds since 1970. */
  readonly updated_at: number
  /** What a fault does to the next attempt; it has waited for that, and none is looked for again. */
  readonly injected_fault?: InjectedFault | undefined
}
