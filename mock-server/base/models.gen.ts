// Written by `npm run generate` from the schemas of the mock server and their comments. Do not edit.

import type { MembershipRole, MessageChannel, SuppressionReason, WebhookEventType } from "../../sdk/contract/core/models.gen.ts"

/** An account. Omitted fields keep the seed's values; for a new account, those of a new sign-up. */
export interface AccountFixture {
  /** The account's key when left out. */
  name?: string | undefined
  /** The owner's address; `owner@<key>.test` when left out. */
  owner?: string | undefined
  /** False if the owner has not claimed the account, and so is not on its team; true when left out. */
  owner_joined?: boolean | undefined
  /** The address of its picture; none when left out. */
  avatar?: string | null | undefined
  /** The address of its banner; none when left out. */
  banner?: string | null | undefined
  /** The key of a plan; `free` when left out. */
  plan?: string | undefined
  /** Selects the plan's cap; `probation` when left out. */
  standing?: "probation" | "standard" | "trusted" | undefined
  /** Whether safe mode is on; false when left out. */
  safe_mode_enabled?: boolean | undefined
  /** Maximum cost of overage in a month. */
  spend_cap_monthly_cents?: number | undefined
  /** Prepaid funding that can be spent. */
  funding_available_cents?: number | undefined
  /** Entitlements that differ from the plan's. */
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
  /** Usage of the plan's allowances; none when left out. */
  usage?: {
    /** E-mail. */
    email?: {
      /** Usage in this calendar month. */
      month?: number | undefined
      /** Usage since the account began; the same as `month` when left out. */
      lifetime?: number | undefined
    } | undefined
    /** SMS. */
    sms?: {
      /** Usage in this calendar month. */
      month?: number | undefined
      /** Usage since the account began; the same as `month` when left out. */
      lifetime?: number | undefined
    } | undefined
    /** AI. */
    ai?: {
      /** Usage in this calendar month. */
      month?: number | undefined
      /** Usage since the account began; the same as `month` when left out. */
      lifetime?: number | undefined
    } | undefined
  } | undefined
  /** Used sending capacity: a number of recipients at the start, or sends with their times. */
  capacity_used?: number | readonly {
    /** The number of recipients. */
    recipients: number
    /** The time before the world's start, such as `2h`, or milliseconds; 0 when left out. */
    ago?: string | number | undefined
  }[] | undefined
  /** The account in the affiliate programme. */
  affiliate?: {
    /** Whether the programme is open to the account; true when left out. */
    entitled?: boolean | undefined
    /** `unlinked` when left out. */
    status?: "unlinked" | "pending" | "active" | undefined
    /** The code in the share address of an `active` affiliate; generated when left out. */
    code?: string | undefined
    /** Visitors through the share address. */
    visitors?: number | undefined
    /** Visitors who signed up. */
    leads?: number | undefined
    /** Visitors who became paying customers. */
    conversions?: number | undefined
    /** The account's earnings from them. */
    earnings_cents?: number | undefined
  } | undefined
  /** Team members besides the owner; none when left out. */
  members?: readonly {
    /** The address of a person. */
    email: string
    /** `member` when left out. */
    role?: MembershipRole | undefined
  }[] | undefined
  /** Invitations to its team; none when left out. */
  invites?: readonly {
    /** The invited address. */
    email: string
    /** `member` when left out. */
    role?: MembershipRole | undefined
    /** Generated when left out. */
    token?: string | undefined
    /** `pending` when left out; an accepted invitation adds a member. */
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

/** How far to move time: by a duration, to a time, or to the next due work, at most to `until`. */
export interface Advance {
  /** A duration: milliseconds, or text such as `5m`. */
  by?: number | string | undefined
  /** The time to move to, or `next`. */
  to?: string | Date | "next" | undefined
  /** Only with `to: "next"`: the latest time to move to. */
  until?: string | Date | undefined
}

/** Filters attempts; all given fields must match. */
export interface AttemptQuery {
  /** Only attempts to this endpoint. */
  webhook_id?: number | undefined
  /** Only attempts of this delivery. */
  delivery_id?: number | undefined
  /** Only attempts for this event: `evt_…`; `*` matches any text. */
  event_id?: string | undefined
  /** Only attempts for events of this type; `*` matches any text. */
  event_type?: string | undefined
  /** Only attempts for events of this message. */
  message_id?: number | undefined
  /** Only attempts to this address; `*` matches any text. */
  url?: string | undefined
  /** Only attempts with this number within their delivery, from 1. */
  attempt?: number | undefined
  /** Only attempts with this response status. */
  response_status?: number | undefined
  /** Only attempts after the one with this id. */
  after?: number | undefined
  /** Only the newest N. */
  limit?: number | undefined
}

/** The attempts to wait for. */
export interface AttemptWait {
  /** Only attempts to this endpoint. */
  webhook_id?: number | undefined
  /** Only attempts of this delivery. */
  delivery_id?: number | undefined
  /** Only attempts for this event: `evt_…`; `*` matches any text. */
  event_id?: string | undefined
  /** Only attempts for events of this type; `*` matches any text. */
  event_type?: string | undefined
  /** Only attempts for events of this message. */
  message_id?: number | undefined
  /** Only attempts to this address; `*` matches any text. */
  url?: string | undefined
  /** Only attempts with this number within their delivery, from 1. */
  attempt?: number | undefined
  /** Only attempts with this response status. */
  response_status?: number | undefined
  /** Only attempts after the one with this id. */
  after?: number | undefined
  /** Number of matches; one when left out. */
  count?: number | undefined
  /** Real-time timeout; five seconds when left out, ten minutes at most. */
  timeout?: number | string | undefined
}

/** A brand. Omitted fields keep the seed's values; for a new brand they are empty. */
export interface BrandFixture {
  /** The account's name when left out. */
  name?: string | undefined
  /** True for the brand of requests that name none; default: the account's first brand. */
  default?: boolean | undefined
  /** Sender addresses. */
  senders?: readonly {
    /** The address. */
    email: string
    /** Only verified senders can send; true when left out. */
    verified?: boolean | undefined
    /** True if mail to the address reaches the brand's inbox; false when left out. */
    inbox?: boolean | undefined
  }[] | undefined
  /** The brand's contacts. */
  contacts?: readonly {
    /** The address. */
    email: string
    /** First name. */
    first_name?: string | null | undefined
    /** Last name. */
    last_name?: string | null | undefined
    /** Whether the contact agreed to receive mail; false when left out. */
    opt_in?: boolean | undefined
    /** The source of the contact; `api` when left out. */
    source?: string | null | undefined
    /** Custom fields of the brand. */
    data?: Record<string, unknown> | undefined
    /** Generated when left out. */
    uuid?: string | undefined
  }[] | undefined
  /** Lists of its contacts. */
  lists?: readonly {
    /** The list's name. */
    name: string
    /** Addresses of the brand's contacts; none when left out. */
    contacts?: readonly string[] | undefined
  }[] | undefined
  /** Groups of its contacts, defined by filters. */
  segments?: readonly {
    /** The segment's name. */
    name: string
    /** `user` when left out; `system` for a segment of the service. */
    origin?: string | undefined
    /** Contact fields and required values, such as `subscribed_email: true`; every contact when left out. For `data`, only the given keys are compared. `list_ids` are the ids of lists: a contact must be on all of them. */
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
    /** Where replies go. */
    reply_to?: string | null | undefined
    /** 1 when left out. */
    version?: number | undefined
    /** The names of its variables; read from its `{{ … }}` when left out. */
    variables?: readonly string[] | undefined
  }[] | undefined
  /** Its webhook endpoints. */
  webhooks?: readonly {
    /** HTTPS, a public internet address, no user name or password in it. */
    url: string
    /** The event types to send, at least one; repeated ones count once. */
    events: readonly WebhookEventType[]
    /** False for a disabled endpoint; true when left out. */
    enabled?: boolean | undefined
    /** Begins with `whsec_`; generated when left out. */
    secret?: string | undefined
  }[] | undefined
  /** Keys for website forms. */
  public_keys?: readonly string[] | undefined
  /** Storefronts with the app installed: every token signed for one is accepted. */
  storefronts?: readonly string[] | undefined
}

/** A client of a manager: its provisioning status and its grant. */
export interface ClientFixture {
  /** `preparing` when left out; a later status if the grant requires it. */
  status?: "preparing" | "awaiting_owner" | "payment_required" | "active" | "payment_issue" | "ended" | undefined
  /** `pending` when left out; `revoked` for a client that has ended. */
  grant?: "pending" | "active" | "revoked" | "released" | undefined
  /** Generated when left out. */
  external_ref?: string | undefined
  /** `dashboard` when left out. */
  source?: string | undefined
  /** Keys that manage it; none when left out. */
  management_credentials?: readonly string[] | undefined
}

/** The mode and time of a clock. */
export interface ClockChange {
  /** The clock mode; when left out, `scaled` with a rate, else as before. */
  mode?: "real" | "frozen" | "scaled" | undefined
  /** The speed of `scaled` relative to real time. */
  rate?: number | undefined
  /** The new time; unchanged when left out. */
  now?: string | Date | undefined
  /** The clock that signs webhooks from now on: the world's, or the machine's. */
  webhook_time?: "world" | "real" | undefined
}

/** Options of a fill. */
export interface ContactFill {
  /** The number of contacts to add. */
  count: number
  /** The prefix of the addresses. */
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
  /** The event type; `*` matches any text. Any type when null. */
  readonly event_type: string | null
  /** Loses the attempt (`before`), or the response to it (`after`). */
  readonly drop?: "before" | "after" | undefined
  /** Milliseconds of the world's time by which to delay it. */
  readonly delay_ms?: number | undefined
  /** Number of additional times it is sent. */
  readonly duplicate?: number | undefined
  /** True to send it after the next attempt to the endpoint. */
  readonly reorder?: true | undefined
  /** The fault of its signature. */
  readonly signature?: "wrong" | "old" | "other" | "two" | undefined
  /** Maximum number of times it happens; unlimited when null. */
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
  /** The set of faults. */
  name: "calm" | "production" | "storm"
  /** Seeds a separate random source, so that the world's ids are the same with any profile. */
  seed?: number | undefined
}

/** The initial contents of a world, merged with the seed: omitted parts keep the seed's values, new names are added. Objects are merged field by field; a list replaces the whole list. */
export interface Fixtures {
  /** The address of this document's schema, for editors. */
  $schema?: string | undefined
  /** Plans by their slugs. */
  plans?: Record<string, PlanFixture> | undefined
  /** People by their e-mail addresses; null removes a person of the seed. */
  users?: Record<string, UserFixture | null> | undefined
  /** Accounts by names chosen in the document; the seed has `main`, `manager` and `client`. */
  accounts?: Record<string, AccountFixture> | undefined
}

/** A file attached to an inbound mail. */
export interface InboundFile {
  /** Empty for a part without a name, such as a delivery report. */
  filename?: string | undefined
  /** `application/octet-stream` when left out. */
  content_type?: string | undefined
  /** The content in Base64. */
  content_base64: string
  /** Whether it was scanned for viruses; true when left out. */
  scanned?: boolean | undefined
}

/** A mail to an inbox address of a brand. */
export interface InboundMail {
  /** The value of `From`: an address, optionally with a name, `<>` or `MAILER-DAEMON`. */
  from: string
  /** An inbox address of a brand, with or without a name. */
  to: string
  /** The subject line. */
  subject: string
  /** The text part. */
  text?: string | undefined
  /** The HTML part. */
  html?: string | undefined
  /** The id of the message that it replies to. */
  in_reply_to?: number | string | null | undefined
  /** True for an automatic reply. */
  auto_submitted?: boolean | undefined
  /** True for spam, viruses and blocked senders: no event reports it. */
  quarantined?: boolean | undefined
  /** The attached files. */
  attachments?: readonly InboundFile[] | undefined
}

/** The fault of one attempt of a delivery, past or pending. */
export type InjectedFault = {
  /** The injected fault. */
  readonly fault_id: number
  /** Loses the attempt (`before`), or the response to it (`after`). */
  readonly drop?: "before" | "after" | undefined
  /** Milliseconds of the world's time by which to delay it. */
  readonly delay_ms?: number | undefined
  /** Number of additional times it is sent. */
  readonly duplicate?: number | undefined
  /** True to send it after the next attempt to the endpoint. */
  readonly reorder?: true | undefined
  /** The fault of its signature. */
  readonly signature?: "wrong" | "old" | "other" | "two" | undefined
  /** The number of a duplicate. Omitted for the first attempt: only that one counts. */
  readonly copy?: number | undefined
}

/** Filters mails; all given fields must match. */
export interface MailQuery {
  /** Only mails to this address; case is ignored. */
  to?: string | undefined
  /** Only mails of this kind, such as `invite`. */
  kind?: string | undefined
  /** Only the newest N. */
  limit?: number | undefined
}

/** An action of the recipient or provider. */
export interface MessageCause {
  /** delivered, bounced, complained, opened, clicked or failed, optionally prefixed with `email.`. */
  type: string
  /** True for an open or click by a scanner: it appears in the timeline, without an event. */
  bot?: boolean | undefined
  /** The bounce; hard when left out. */
  bounce?: {
    /** `hard` is permanent, `soft` temporary. */
    type?: "hard" | "soft" | undefined
    /** The finer class, for example `mailbox_full`. */
    subtype?: string | undefined
  } | undefined
  /** The clicked link, one of the message's `links`; the first when left out. */
  url?: string | undefined
  /** Why it fails. */
  failure?: {
    /** Machine-readable code, for example `suppressed`. */
    code?: string | undefined
    /** Human-readable reason. */
    reason?: string | undefined
    /** The kind of failure that the code belongs to. */
    category?: string | undefined
  } | undefined
}

/** The rendered content and the timeline of a message, with the message's id. */
export type MessageContentRow = {
  /** The id of the message. */
  readonly id: number
  /** The sender; null for an SMS. */
  readonly from: string | null
  /** The reply address; null if there is none. */
  readonly reply_to: string | null
  /** The HTML part; null if there is none. */
  readonly html: string | null
  /** The text part, or the SMS; null if there is none. */
  readonly text: string | null
  /** The preview text of an inbox; null if there is none. */
  readonly preheader: string | null
  /** Extra headers by name. */
  readonly headers: Record<string, string>
  /** The sender's tags and the service's. */
  readonly tags: Record<string, string>
  /** The template; null if there is none. */
  readonly template_id: number | null
  /** The template's data besides the contact; omitted without a template. */
  readonly data?: Record<string, unknown> | undefined
  /** The idempotency key of the send; null if there is none. */
  readonly idempotency_key: string | null
  /** The events of the message, oldest first. */
  readonly timeline: readonly TimelineEntry[]
  /** Later events; `delivered` when left out. */
  readonly later?: readonly ("sent" | "delivered" | "hard_bounced" | "soft_bounced" | "complained" | "opened" | "clicked" | "bot_opened" | "bot_clicked" | "failed")[] | undefined
  /** Events that the service does not track. */
  readonly untracked?: readonly ("opened" | "clicked")[] | undefined
  /** The outcome rule that applied; omitted if none did. */
  readonly outcome_id?: number | undefined
}

/** The message to wait for. */
export interface MessageLatest {
  /** Only messages to this address or number; `*` matches any text. */
  to?: string | undefined
  /** Only messages with this subject; `*` matches any text. */
  subject?: string | undefined
  /** Only messages of this channel. */
  channel?: MessageChannel | undefined
  /** Only messages with this status. */
  status?: "queued" | "sent" | "failed" | undefined
  /** Only messages that failed or bounced for this reason, such as `hard_bounce`. */
  status_reason_code?: string | undefined
  /** Only messages of this brand. */
  brand_id?: number | undefined
  /** Only messages after the one with this id. */
  after?: number | undefined
  /** Only messages with a link that has this address or text; `*` matches any text. */
  link?: string | undefined
  /** Only messages with a code to type, or only those without. */
  code?: boolean | undefined
  /** Real-time timeout; five seconds when left out, ten minutes at most. */
  timeout?: number | string | undefined
}

/** Selects messages. */
export interface MessageQuery {
  /** Only messages to this address or number; `*` matches any text. */
  to?: string | undefined
  /** Only messages with this subject; `*` matches any text. */
  subject?: string | undefined
  /** Only messages of this channel. */
  channel?: MessageChannel | undefined
  /** Only messages with this status. */
  status?: "queued" | "sent" | "failed" | undefined
  /** Only messages that failed or bounced for this reason, such as `hard_bounce`. */
  status_reason_code?: string | undefined
  /** Only messages of this brand. */
  brand_id?: number | undefined
  /** Only messages after the one with this id. */
  after?: number | undefined
  /** Only messages with a link that has this address or text; `*` matches any text. */
  link?: string | undefined
  /** Only messages with a code to type, or only those without. */
  code?: boolean | undefined
  /** Only messages before the one with this id: the next page. */
  before?: number | undefined
  /** Only the newest N. */
  limit?: number | undefined
}

/** A message as in responses. Its content is in `messageContents` under the same id. */
export type MessageRow = {
  /** The `message_id` of webhook events. */
  readonly id: number
  /** The brand that sent it. */
  readonly brand_id: number
  /** The channel: e-mail or SMS. */
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

/** The messages to wait for. */
export interface MessageWait {
  /** Only messages to this address or number; `*` matches any text. */
  to?: string | undefined
  /** Only messages with this subject; `*` matches any text. */
  subject?: string | undefined
  /** Only messages of this channel. */
  channel?: MessageChannel | undefined
  /** Only messages with this status. */
  status?: "queued" | "sent" | "failed" | undefined
  /** Only messages that failed or bounced for this reason, such as `hard_bounce`. */
  status_reason_code?: string | undefined
  /** Only messages of this brand. */
  brand_id?: number | undefined
  /** Only messages after the one with this id. */
  after?: number | undefined
  /** Only messages with a link that has this address or text; `*` matches any text. */
  link?: string | undefined
  /** Only messages with a code to type, or only those without. */
  code?: boolean | undefined
  /** Number of matches; one when left out. */
  count?: number | undefined
  /** Real-time timeout; five seconds when left out, ten minutes at most. */
  timeout?: number | string | undefined
}

/** A credential to create. Defaults: the seeded account that suits the kind, its owner, and its default brand. */
export interface NewCredential {
  /** The kind of credential. */
  kind: "api_key" | "jwt" | "storefront_token" | "public_key" | "provisioning" | "management" | "session_cookie"
  /** The account that it belongs to. */
  account_id?: number | undefined
  /** The user that a JWT or session belongs to. */
  user_id?: number | undefined
  /** The brand that a public key or storefront token is limited to; a management credential has that of its grant. */
  brand_sid?: string | undefined
  /** The user whom the user of a JWT or session impersonates. */
  impersonated_user_id?: number | undefined
}

/** A fault for webhook attempts. */
export interface NewDeliveryFault {
  /** The kind of fault. */
  on: "delivery"
  /** Only attempts to this endpoint. */
  webhook_id?: number | undefined
  /** Only attempts for events of this type; `*` matches any text. */
  event_type?: string | undefined
  /** Drops the attempt before it reaches the receiver, or the response after the receiver has handled it. */
  drop?: "before" | "after" | undefined
  /** Delay of the attempt, in the world's time. */
  delay?: number | string | undefined
  /** Number of additional deliveries of the attempt. */
  duplicate?: number | undefined
  /** Sends the next attempt to the endpoint first. This one follows within `delay`, by default a minute. */
  reorder?: boolean | undefined
  /** Signs with an unknown secret, with a timestamp ten minutes old, with the secret of another endpoint, or twice as during a rotation, with the valid signature last. */
  signature?: "wrong" | "old" | "other" | "two" | undefined
  /** Maximum number of times it happens; unlimited when null. */
  times?: number | undefined
  /** The probability for each match, 0 to 1. */
  probability?: number | undefined
  /** Starts at the nth match; at the first when omitted. */
  from?: number | undefined
}

/** The outcome of messages to an address. */
export interface NewOutcome {
  /** An address, `*@domain`, or a number; `*` matches any text. */
  to: string
  /** What becomes of messages to it; delivered when left out. `bounced` is a hard bounce; `unknown` waits for a later event. */
  outcome?: "delivered" | "bounced" | "soft_bounced" | "complained" | "opened" | "clicked" | "delayed" | "failed" | "unknown" | undefined
  /** Delay after sending, in the world's time; none when left out, an hour for `delayed`. */
  after?: number | string | undefined
  /** Maximum number of messages; no limit when left out. */
  times?: number | undefined
  /** Which opens and clicks the service tracks; all when left out. */
  tracking?: "all" | "opens" | "clicks" | "none" | undefined
  /** True if a scanner opens delivered messages and follows their links; these do not count. */
  bot?: boolean | undefined
}

/** A fault for requests. It needs at least a status, a drop, a latency, or a change of the response. */
export interface NewRequestFault {
  /** `request` is the default. */
  on?: "request" | undefined
  /** Only requests with this method; any but OPTIONS when left out. */
  method?: string | undefined
  /** Only requests of this path, without its query; `*` matches any text. */
  path?: string | undefined
  /** Only requests with this credential, or with this kind of credential; `none` is those without one. */
  credential?: string | undefined
  /** Only requests with this idempotency key; `*` matches any text. */
  key?: string | undefined
  /** Only requests with these query parameters; `*` matches any text. */
  query?: Record<string, string> | undefined
  /** Only requests with this text in their raw body. */
  contains?: string | undefined
  /** The response status, instead of the service's response. Below 400 it requires a body. */
  status?: number | undefined
  /** The `error_code` of the response; the default of the status when left out. */
  error_code?: string | undefined
  /** Seconds, for the header `Retry-After`. */
  retry_after?: number | undefined
  /** Replaces the response body: text unchanged, other values as JSON. Without a status, replaces the body of the service's response. */
  body?: unknown | undefined
  /** Additional response headers. */
  headers?: Record<string, string> | undefined
  /** Real milliseconds to wait first. */
  latency_ms?: number | undefined
  /** Cuts the connection: before or after the request takes effect. */
  drop?: "before" | "after" | undefined
  /** Cuts the connection after N bytes of the response body, before its last byte at the latest. */
  cut_at?: number | undefined
  /** Sends the response body in up to 16 pieces, with a pause of N real milliseconds before each. */
  drip_ms?: number | undefined
  /** Maximum number of times it happens; unlimited when null. */
  times?: number | undefined
  /** The probability for each match, 0 to 1. */
  probability?: number | undefined
  /** Starts at the nth match; at the first when omitted. */
  from?: number | undefined
}

/** A sender address of a brand. */
export interface NewSender {
  /** The address. */
  email: string
  /** False for an unverified address. */
  verified?: boolean | undefined
  /** True if mail to the address reaches the brand's inbox; as before when left out, and false for a new one. */
  inbox?: boolean | undefined
  /** The main brand when neither this nor an account is named. */
  brand_sid?: string | undefined
  /** The account whose default brand gets the address. */
  account_id?: number | undefined
}

/** Options of a new world. */
export interface NewWorld {
  /** Random seed of ids, secrets and probabilities after seeding; the service's when left out. */
  seed?: number | undefined
  /** Initial records; the service's when left out. */
  fixtures?: Fixtures | undefined
  /** The clock; the service's when left out. */
  clock?: "real" | "frozen" | ClockChange | undefined
}

/** A rule for the outcome of messages to an address. */
export type Outcome = {
  /** The id of the rule. */
  readonly id: number
  /** An address or number in lower case; `*` matches any text. */
  readonly to: string
  /** The outcome of the messages. */
  readonly outcome: "delivered" | "bounced" | "soft_bounced" | "complained" | "opened" | "clicked" | "delayed" | "failed" | "unknown"
  /** Milliseconds of the world's time after sending. Null: immediately, or an hour for `delayed`. */
  readonly after_ms: number | null
  /** Number of messages it applies to; all when null. */
  readonly times: number | null
  /** Which opens and clicks the service tracks. */
  readonly tracking: "all" | "opens" | "clicks" | "none"
  /** True if a scanner opens delivered messages and follows their links. */
  readonly bot: boolean
  /** Number of messages it has applied to. */
  readonly used: number
}

/** A plan. Omitted fields keep the seed's values; for a new plan, those of the plan `free`. */
export interface PlanFixture {
  /** The plan's key when left out. */
  name?: string | undefined
  /** `free` or `paid`, for example. */
  tier_group?: string | undefined
  /** False for a plan that is no longer sold. */
  active?: boolean | undefined
  /** The price per interval, in cents. */
  base_price_cents?: number | undefined
  /** The billing interval, such as `month`. */
  interval?: string | undefined
  /** E-mail recipients in 24 hours, by standing. */
  recipient_caps?: {
    /** For new accounts. */
    probation?: number | undefined
    /** For established accounts. */
    standard?: number | undefined
    /** For trusted accounts. */
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
  /** Maximum people on a team, including pending invitations. */
  seat_limit?: number | undefined
  /** Maximum brands; null for no limit. */
  brand_limit?: number | null | undefined
  /** The plan's entitlements to the inbox feature. */
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

/** How to resend a delivery. */
export interface Redelivery {
  /** True: the next attempt is made now; if it succeeds, retries end. Otherwise a new delivery is created. */
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
  /** The path without the query; `*` matches any text. Any path when null. */
  readonly path: string | null
  /** The response status; the service does not process the request. */
  readonly status: number | null
  /** The `error_code` of the response; null for the status's default. */
  readonly error_code: string | null
  /** The header `Retry-After`, in seconds. */
  readonly retry_after: number | null
  /** Real milliseconds to wait before anything else. */
  readonly latency_ms: number | null
  /** Cuts the connection before or after the effect of the request; null for no cut. */
  readonly drop: "before" | "after" | null
  /** Maximum number of times it happens; unlimited when null. */
  readonly times: number | null
  /** The probability for each match, 0 to 1. */
  readonly probability: number
  /** Starts at the nth match; at the first when omitted. */
  readonly from?: number | undefined
  /** Number of matches; counted if `from` is given. */
  readonly seen?: number | undefined
  /** The profile that it belongs to. */
  readonly profile?: string | undefined
  /** A credential or a kind of credential; `none` for requests without one. */
  readonly credential?: string | undefined
  /** The idempotency key; `*` matches any text. */
  readonly key?: string | undefined
  /** Required query parameters; `*` matches any text. */
  readonly query?: Record<string, string> | undefined
  /** Text that the raw body must contain. */
  readonly contains?: string | undefined
  /** Replaces the response body: text unchanged, other values as JSON. */
  readonly body?: unknown | undefined
  /** Additional response headers. */
  readonly headers?: Record<string, string> | undefined
  /** Cuts the connection after N bytes of the body, before its last byte at the latest. */
  readonly cut_at?: number | undefined
  /** Real milliseconds before each chunk of the body. */
  readonly drip_ms?: number | undefined
  /** How often it has happened. */
  readonly fired: number
}

/** Filters requests; all given fields must match. */
export interface RequestQuery {
  /** Only requests with this method. */
  method?: string | undefined
  /** Only requests of this path, without its query; `*` matches any text. */
  path?: string | undefined
  /** Only requests with this response status. */
  status?: number | undefined
  /** Only requests with this query, without the question mark; `*` matches any text. */
  query?: string | undefined
  /** Only requests of this endpoint, such as `messages.send`; `*` matches any text. */
  endpoint?: string | undefined
  /** Only requests with this kind of credential, such as `api_key`. */
  credential_kind?: string | undefined
  /** Only requests with this idempotency key; `*` matches any text. */
  idempotency_key?: string | undefined
  /** Only requests at or after this time. */
  since?: string | Date | undefined
  /** Only requests after the one with this id. */
  after?: number | undefined
  /** Only requests with an error response or none. */
  failed?: boolean | undefined
  /** Only the newest N. */
  limit?: number | undefined
}

/** The requests to wait for. */
export interface RequestWait {
  /** Only requests with this method. */
  method?: string | undefined
  /** Only requests of this path, without its query; `*` matches any text. */
  path?: string | undefined
  /** Only requests with this response status. */
  status?: number | undefined
  /** Only requests with this query, without the question mark; `*` matches any text. */
  query?: string | undefined
  /** Only requests of this endpoint, such as `messages.send`; `*` matches any text. */
  endpoint?: string | undefined
  /** Only requests with this kind of credential, such as `api_key`. */
  credential_kind?: string | undefined
  /** Only requests with this idempotency key; `*` matches any text. */
  idempotency_key?: string | undefined
  /** Only requests at or after this time. */
  since?: string | Date | undefined
  /** Only requests after the one with this id. */
  after?: number | undefined
  /** Only requests with an error response or none. */
  failed?: boolean | undefined
  /** Number of matches; one when left out. */
  count?: number | undefined
  /** Real-time timeout; five seconds when left out, ten minutes at most. */
  timeout?: number | string | undefined
}

/** Options of a secret rotation. */
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
  /** Only verified senders can send. */
  readonly verified: boolean
  /** True if mail to the address reaches the brand's inbox. */
  readonly inbox: boolean
}

/** Mail sent by the service itself. */
export type ServiceMail = {
  /** The id of the mail. */
  readonly id: number
  /** The address that it went to. */
  readonly to: string
  /** The kind of mail, for example `invitation`. */
  readonly kind: string
  /** The subject line. */
  readonly subject: string
  /** The text. */
  readonly text: string
  /** Data for programs, for example an invitation's token. */
  readonly data: Record<string, string | number | null>
  /** When it was sent: ISO 8601. */
  readonly created_at: string
}

/** An address that the account does not send to. */
export interface SuppressionFixture {
  /** The address. */
  email: string
  /** `manual` when left out. A soft bounce lasts seven days from the world's start, all others last forever. */
  reason?: SuppressionReason | undefined
  /** The provider that reported it; null for a manual one. */
  source_provider?: string | null | undefined
  /** The provider's diagnostic. */
  provider_diagnostic?: string | null | undefined
  /** The kind of bounce, in the provider's terms. */
  bounce_subtype?: string | undefined
  /** The kind of complaint, such as `abuse`. */
  complaint_feedback_type?: string | undefined
}

/** An event of a message. */
export type TimelineEntry = {
  /** `email.queued`, `email.sent`, `sms.sent`…; the webhook event's type, if there is one. */
  readonly type: string
  /** When it happened. */
  readonly timestamp: string
  /** Event data besides the common fields, for example `bounce`. */
  readonly detail: Record<string, unknown>
}

/** Options of moving a timer. */
export interface TimerMove {
  /** The delay; only with `postpone`. */
  by?: number | string | undefined
}

/** Selects timers. */
export interface TimerQuery {
  /** Only the earliest N. */
  limit?: number | undefined
}

/** A person who can sign in. Owners and members exist without being listed here. */
export interface UserFixture {
  /** First name. */
  first_name?: string | undefined
  /** Last name. */
  last_name?: string | undefined
  /** `mock-password` when left out; null for a named owner who has not signed up yet. */
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

/** The delivery of one event to one endpoint. Kept small, because an endpoint that is down has hundreds of thousands: times are milliseconds since 1970, and the event's content is in `webhookEvents`. Created together with its event. */
export type WebhookDeliveryRow = {
  /** The id of the delivery. */
  readonly id: number
  /** The endpoint that it goes to. */
  readonly webhook_id: number
  /** The event's row, not its `evt_…`. */
  readonly event: number
  /** The status of the delivery. */
  readonly status: "pending" | "delivered" | "failed"
  /** Number of attempts made. */
  readonly attempts: number
  /** The last response status; null for no response. */
  readonly last_response_status: number | null
  /** The error of the last attempt; null if it did not fail. */
  readonly last_error: string | null
  /** Time of the next attempt, in milliseconds since 1970; null if there is none. */
  readonly next_attempt_at: number | null
  /** The timer of the next attempt. */
  readonly timer: number | null
  /** When it last changed, in milliseconds since 1970. */
  readonly updated_at: number
  /** The fault already chosen for the next attempt, which it has delayed. */
  readonly injected_fault?: InjectedFault | undefined
}
