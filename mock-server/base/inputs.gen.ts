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
  avatar?: string | null | undefined
  banner?: string | null | undefined
  /** The key of a plan; `free` when left out. */
  plan?: string | undefined
  /** Picks the plan's cap; `probation` when left out. */
  standing?: "probation" | "standard" | "trusted" | undefined
  safe_mode_enabled?: boolean | undefined
  /** What use beyond the plan may cost in a month. */
  spend_cap_monthly_cents?: number | undefined
  /** Prepaid funding that can be spent. */
  funding_available_cents?: number | undefined
  /** What the account is entitled to other than by its plan. */
  entitlements?: {
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
  usage?: {
    email?: {
      /** In this calendar month. */
      month?: number | undefined
      /** Since the account began; as in this month when left out. */
      lifetime?: number | undefined
    } | undefined
    sms?: {
      /** In this calendar month. */
      month?: number | undefined
      /** Since the account began; as in this month when left out. */
      lifetime?: number | undefined
    } | undefined
    ai?: {
      /** In this calendar month. */
      month?: number | undefined
      /** Since the account began; as in this month when left out. */
      lifetime?: number | undefined
    } | undefined
  } | undefined
  /** How much of the sending capacity is used: recipients just now, or when they were sent to. */
  capacity_used?: number | readonly {
    recipients: number
    /** How long before the beginning, such as `2h`, or milliseconds; just then when left out. */
    ago?: string | number | undefined
  }[] | undefined
  affiliate?: {
    /** Whether the programme is open to the account; true when left out. */
    entitled?: boolean | undefined
    /** `unlinked` when left out. */
    status?: "unlinked" | "pending" | "active" | undefined
    /** The end of the address to share, of one that is `active`; made by chance when left out. */
    code?: string | undefined
    visitors?: number | undefined
    leads?: number | undefined
    conversions?: number | undefined
    earnings_cents?: number | undefined
  } | undefined
  members?: readonly {
    email: string
    /** `member` when left out. */
    role?: MembershipRole | undefined
  }[] | undefined
  invites?: readonly {
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
  suppressions?: readonly SuppressionFixture[] | undefined
  /** By their SIDs; one called `brand_<key of the account>` when left out. */
  brands?: Record<string, BrandFixture> | undefined
  /** True for an account that manages clients. */
  manager?: boolean | undefined
  provisioning_credentials?: readonly string[] | undefined
  /** The clients of a manager, by the keys of their accounts. */
  clients?: Record<string, ClientFixture> | undefined
}

/** How far time moves: by a span, to a moment, or to the next work that is due; the last not past `until`. */
export interface Advance {
  by?: number | string | undefined
  to?: string | Date | "next" | undefined
  until?: string | Date | undefined
}

/** Which attempts; everything given must fit. */
export interface AttemptQuery {
  webhook_id?: number | undefined
  delivery_id?: number | undefined
  event_id?: string | undefined
  event_type?: string | undefined
  /** Attempts that were made after the one with this id. */
  after?: number | undefined
  /** Only the newest so many of them. */
  limit?: number | undefined
}

/** Which attempts are waited for. */
export interface AttemptWait {
  webhook_id?: number | undefined
  delivery_id?: number | undefined
  event_id?: string | undefined
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
  senders?: readonly {
    email: string
    /** Only a verified one can send; true when left out. */
    verified?: boolean | undefined
    /** True where mail to the address reaches the brand's inbox; false when left out. */
    inbox?: boolean | undefined
  }[] | undefined
  contacts?: readonly {
    email: string
    first_name?: string | null | undefined
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
  lists?: readonly {
    name: string
    /** Addresses of the brand's contacts; none when left out. */
    contacts?: readonly string[] | undefined
  }[] | undefined
  segments?: readonly {
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
  management_credentials?: readonly string[] | undefined
}

/** How a clock goes, and where it begins. */
export interface ClockSetting {
  mode: "real" | "frozen" | "scaled"
  /** How many times as fast as real time `scaled` goes. */
  rate?: number | undefined
  now?: string | Date | undefined
  /** By which clock webhooks are signed from now on: the world's, or the machine's. */
  webhook_time?: "world" | "real" | undefined
}

/** How a brand is filled. */
export interface ContactFill {
  count: number
  /** How the addresses begin. */
  prefix?: string | undefined
  /** The main brand when left out. */
  brand_sid?: string | undefined
}

/** A set of faults by its name, in the stead of the one before. */
export interface FaultProfile {
  name: "calm" | "production" | "storm"
  /** Gives its chance a source of its own, so that the world's ids are the same with any profile. */
  seed?: number | undefined
}

/** What a world begins with, beside the seed: what a document leaves out is as the seed has it, what it names anew is added. Objects are joined field by field; a list is the whole list. */
export interface FixturesDocument {
  /** For editors: where the schema of this document is. */
  $schema?: string | undefined
  /** By their slugs. */
  plans?: Record<string, PlanFixture> | undefined
  /** By their e-mail addresses; null where there is no such person, though the seed has one. */
  users?: Record<string, UserFixture | null> | undefined
  /** By names of the document's own; those of the seed are `main`, `manager` and `client`. */
  accounts?: Record<string, AccountFixture> | undefined
}

/** Which steps. */
export interface HistoryQuery {
  /** Steps before the one with this number. */
  before?: number | undefined
  /** Only the newest so many of them; 100 when left out. */
  limit?: number | undefined
}

/** A mail as it lies in a mailbox. */
export interface InboundEml {
  /** The mail as text. */
  eml?: string | undefined
  /** The mail as bytes: whatever its charset. */
  eml_base64?: string | undefined
  /** The inbox address that it arrives at; the first one that its headers name when left out. */
  to?: string | undefined
  /** Spam, viruses, blocked senders: reported to nobody. */
  quarantined?: boolean | undefined
}

/** A file of a mail that arrives. */
export interface InboundFile {
  /** Empty for a part without a name, such as a delivery report. */
  filename?: string | undefined
  /** `application/octet-stream` when left out. */
  content_type?: string | undefined
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
  subject: string
  text?: string | undefined
  html?: string | undefined
  /** The id of the message that it answers. */
  in_reply_to?: number | string | null | undefined
  auto_submitted?: boolean | undefined
  /** Spam, viruses, blocked senders: reported to nobody. */
  quarantined?: boolean | undefined
  attachments?: readonly InboundFile[] | undefined
}

/** Which mails; everything given must fit. */
export interface MailQuery {
  /** Capital letters do not matter. */
  to?: string | undefined
  kind?: string | undefined
}

/** What a recipient or provider does. */
export interface MessageCause {
  /** delivered, bounced, complained, opened, clicked or failed; `email.` may stand in front. */
  type: string
  /** True where a scanner opens or clicks: that stands in the timeline, and no event tells of it. */
  bot?: boolean | undefined
  bounce?: {
    type?: "hard" | "soft" | undefined
    subtype?: string | undefined
  } | undefined
  /** The link that is clicked; the first of the HTML when left out. */
  url?: string | undefined
  failure?: {
    code?: string | undefined
    reason?: string | undefined
    category?: string | undefined
  } | undefined
}

/** Which message is wanted. */
export interface MessageLatest {
  to?: string | undefined
  subject?: string | undefined
  channel?: MessageChannel | undefined
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
  to?: string | undefined
  subject?: string | undefined
  channel?: MessageChannel | undefined
  status?: "queued" | "sent" | "failed" | undefined
  /** Messages after the one with this id. */
  after?: number | undefined
  /** With a link whose address or text is this. */
  link?: string | undefined
  /** With a code to type, or without one. */
  code?: boolean | undefined
  /** Only the newest so many; 100 when left out. */
  limit?: number | undefined
}

/** Which messages are waited for. */
export interface MessageWait {
  to?: string | undefined
  subject?: string | undefined
  channel?: MessageChannel | undefined
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
  kind: "api_key" | "jwt" | "storefront_token" | "public_key" | "provisioning" | "management" | "session_cookie"
  account_id?: number | undefined
  user_id?: number | undefined
  brand_sid?: string | undefined
  /** In whose name the person of a JWT or a session acts. */
  impersonated_user_id?: number | undefined
}

/** A failure of webhook attempts to come. */
export interface NewDeliveryFault {
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
  /** How often it happens; always when left out. */
  times?: number | undefined
  /** How likely it happens to what fits; always when left out. */
  probability?: number | undefined
  /** It happens from the so many-th on that fits: 3 lets two through first. */
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
  error_code?: string | undefined
  /** Seconds, for the header `Retry-After`. */
  retry_after?: number | undefined
  /** Stands for the answer's body: text as it is, anything else as JSON. Without a status, of the service's own answer. */
  body?: unknown | undefined
  headers?: Record<string, string> | undefined
  /** Real milliseconds to wait first. */
  latency_ms?: number | undefined
  /** Cuts the connection: before anything is done, or after it is done. */
  drop?: "before" | "after" | undefined
  /** Cuts the connection after so many bytes of the answer's body, before its last at the latest. */
  cut_at?: number | undefined
  /** The answer's body comes in up to 16 pieces, with so many real milliseconds before each. */
  drip_ms?: number | undefined
  /** How often it happens; always when left out. */
  times?: number | undefined
  /** How likely it happens to what fits; always when left out. */
  probability?: number | undefined
  /** It happens from the so many-th on that fits: 3 lets two through first. */
  from?: number | undefined
}

/** An address for a brand to send from. */
export interface NewSender {
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
  fixtures?: FixturesDocument | undefined
  /** The service's own when left out. */
  clock?: "real" | "frozen" | ClockSetting | undefined
}

/** A plan. What is left out is as the seed has it; of a new one, as in the plan `free`. */
export interface PlanFixture {
  /** As the plan's key when left out. */
  name?: string | undefined
  /** `free` or `paid`, for example. */
  tier_group?: string | undefined
  /** False for a plan that is no longer sold. */
  active?: boolean | undefined
  base_price_cents?: number | undefined
  interval?: string | undefined
  /** E-mail recipients in 24 hours, by standing. */
  recipient_caps?: {
    probation?: number | undefined
    standard?: number | undefined
    trusted?: number | undefined
  } | undefined
  /** Messages a month without extra charge. */
  email_allowance?: number | undefined
  sms_allowance?: number | undefined
  ai_allowance?: number | undefined
  /** Cents for each beyond the allowance. */
  email_overage_cents?: number | undefined
  sms_overage_cents?: number | undefined
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

/** Which requests; everything given must fit. */
export interface RequestQuery {
  method?: string | undefined
  /** Without the query; `*` stands for any text. */
  path?: string | undefined
  status?: number | undefined
  /** Requests that came then or later. */
  since?: string | Date | undefined
  /** Requests that came after the one with this id. */
  after?: number | undefined
  /** Only those that were answered by an error, or not at all. */
  failed?: boolean | undefined
  /** Only the newest so many of them. */
  limit?: number | undefined
}

/** Which requests are waited for. */
export interface RequestWait {
  method?: string | undefined
  /** Without the query; `*` stands for any text. */
  path?: string | undefined
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

/** Which rows of a kind. */
export interface RowQuery {
  /** Rows in which each of these words stands; capital letters do not matter. */
  search?: string | undefined
  /** Rows before the one with this id. */
  before?: number | undefined
  /** Only the newest so many of them; 100 when left out. */
  limit?: number | undefined
}

/** An address that the account does not send to. */
export interface SuppressionFixture {
  email: string
  /** `manual` when left out. A soft bounce holds for seven days from the beginning, every other for good. */
  reason?: SuppressionReason | undefined
  /** Who reported it; null for one that was put there by hand. */
  source_provider?: string | null | undefined
  /** What the provider said. */
  provider_diagnostic?: string | null | undefined
  bounce_subtype?: string | undefined
  complaint_feedback_type?: string | undefined
}

/** How far work is put off. */
export interface TimerMove {
  /** Goes with `postpone`. */
  by?: number | string | undefined
}

/** Which timers. */
export interface TimerQuery {
  /** Only the earliest so many of them. */
  limit?: number | undefined
}

/** A person who can sign in. Whoever is named as an owner or a member is there without being listed. */
export interface UserFixture {
  first_name?: string | undefined
  last_name?: string | undefined
  /** `mock-password` when left out; null for somebody who was named as an owner and has not come yet. */
  password?: string | null | undefined
  mobile?: string | undefined
  country_code?: string | undefined
  /** `UTC` when left out. */
  time_zone?: string | undefined
  admin?: boolean | undefined
}
