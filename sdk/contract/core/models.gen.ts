// Written by `npm run generate` from the schemas in sdk/contract and their comments. Do not edit.

import type { ImportFile } from "./upload.ts"

/** How the caller came to reach an account; null where it is not through a management grant. Spec: Resources, Account. */
export interface Access {
  /** How the caller reaches the account: as its owner, by membership, or by a management grant. */
  source: "owner" | "membership" | "management_grant" | (string & {})
  /** True when a manager acts for the account's owner. */
  delegated: boolean
  /** The manager's account; null where no manager acts. */
  manager_account_id?: number | null | undefined
  /** What the manager's account is called. */
  manager_account_name?: string | null | undefined
  /** The grant that the manager acts under. */
  management_grant_id?: number | null | undefined
  /** What the grant allows. */
  permission_set?: "operator_v1" | (string & {}) | null | undefined
  /** The kind of credential in use. */
  credential_type?: "api_key" | "jwt" | "storefront_token" | "management" | "session_cookie" | (string & {}) | null | undefined
  [field: string]: unknown
}

/** An account. Spec: Resources, Account. */
export interface Account {
  /** The account's id, for `X-Account-ID`. */
  id: number
  /** What the account is called. */
  name: string
  /** Address of the picture; null where there is none. */
  avatar: string | null
  /** Address of the picture; null where there is none. */
  banner: string | null
  /** The tier that the account is sold at, for example `unsubscribed`. */
  commercial_tier: "unsubscribed" | (string & {})
  /** True while the service holds the account to safe sending. */
  safe_mode_enabled: boolean
  /** How the caller came to reach the account. */
  access: Access
  /** Plan, allowances and use. */
  billing: Billing
  /** The size of the team, and the caller's place in it. */
  team: TeamSummary
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** An account by id and name. */
export interface AccountReference {
  /** The account's id. */
  id: number
  /** What the account is called. */
  name: string
  [field: string]: unknown
}

/** The changes to an account; what is left out stays. */
export interface AccountUpdate {
  /** What the account is called. */
  name?: string | undefined
  /** Signed blob ID of an uploaded picture. */
  avatar?: string | undefined
  /** Signed blob ID of an uploaded picture. */
  banner?: string | undefined
}

/** The affiliate centre. Spec: Resources, Affiliate. */
export interface Affiliate {
  /** True once the account is linked to an affiliate. */
  enrolled: boolean
  /** True when the programme can be used now. */
  available: boolean
  /** `unlinked`; `pending` while linking is under way; `active` once linked. */
  state: "unlinked" | "pending" | "active" | (string & {})
  /** How far linking has got. */
  setup_status: "pending" | "complete" | (string & {})
  /** Null until the account is linked. */
  share_url?: string | null | undefined
  /** What came through the link. */
  stats: AffiliateStats
  /** What was earned. */
  earnings: AffiliateEarnings
  [field: string]: unknown
}

/** What the affiliate has earned. */
export interface AffiliateEarnings {
  /** False while the amount has not been fetched. */
  known: boolean
  /** What was earned in all, in cents. */
  total_cents: number
  /** ISO 4217 code in lower case, for example `usd`. */
  currency: string
  [field: string]: unknown
}

/** The affiliate's name; the account owner's where left out. */
export interface AffiliateLink {
  /** The affiliate's first name. */
  first_name?: string | undefined
  /** The affiliate's last name. */
  last_name?: string | undefined
}

/** What came through the affiliate's link. */
export interface AffiliateStats {
  /** People who followed the link. */
  visitors: number
  /** Visitors who signed up. */
  leads: number
  /** Leads who bought something. */
  conversions: number
  [field: string]: unknown
}

/** What a plan allows of the inbox feature. Spec: Resources, Account. */
export interface AgentInboxEntitlement {
  /** Whether the plan has the inbox feature. */
  enabled: boolean
  /** Inboxes at most. */
  max_inboxes: number
  /** Messages a month without extra charge. */
  inbound_messages_included: number
  /** Whether messages beyond those included are charged. */
  inbound_messages_metered: boolean
  /** Price of a message beyond those included, in cents, as decimal text such as `0.25`. */
  inbound_message_overage_rate_cents: string
  /** Domains that can receive mail, at most. */
  max_inbound_domains: number
  /** Domains without a subdomain among them, at most. */
  max_apex_domains: number
  /** Whether a domain without a subdomain can receive mail. */
  apex_mx: boolean
  /** Whether mail can be forwarded from another server. */
  legacy_forwarding: boolean
  /** Whether an inbox can take every address of a domain. */
  catch_all: boolean
  /** Days that messages are kept. */
  retention_days: number
  /** Whether queues have their further controls. */
  advanced_queue_controls: boolean
  [field: string]: unknown
}

/** Which attachment of which message. */
export interface AttachmentParams {
  /** The conversation, as a webhook event names it. */
  conversation_id: number
  /** The message in it. */
  conversation_message_id: number
  /** The attachment's id. */
  id: number
}

/** How to download it. */
export interface AttachmentQuery {
  /** True to download a file that has not been scanned for viruses; without it that is a 409. */
  acknowledge_unscanned?: boolean | undefined
}

/** How far the current plan reaches, and which plan would reach further. Spec: Resources, Audience reach. */
export interface AudienceReach {
  /** Recipients of one full send. */
  audience: number
  /** The standing whose cap was measured with: `probation`, `standard` or `trusted`. */
  cohort: string
  /** The plan that the account is on. */
  current: ReachPlan
  /** Absent when the current plan covers the audience. */
  recommended?: ReachPlan | undefined
  /** Whether the current plan covers the audience. */
  covered: boolean
  /** Absent when the current plan covers the audience. */
  summary?: string | undefined
  [field: string]: unknown
}

/** An account's plan, allowances and use. Spec: Resources, Account. */
export interface Billing {
  /** What lets the account in, for example `free_allowed`. */
  access_policy: "free_allowed" | (string & {})
  /** What the plan is called. */
  plan_name: string
  /** The plan with its caps. */
  plan: Plan
  /** What use beyond the plan may cost in a month, in cents. */
  spend_cap_monthly_cents: number
  /** True when the service bears the cost. */
  comped: boolean
  /** Use beyond the plan; its fields are not specified. */
  overage: {
    [field: string]: unknown
  }
  /** Prepaid funding; its fields are not specified. `GET /v1/my/billing/funding` has them. */
  funding: {
    [field: string]: unknown
  }
  /** The way that sending takes; its fields are not specified. */
  provider_route: {
    [field: string]: unknown
  }
  /** What the account may use beyond volume. */
  entitlements: Entitlements
  /** Use and allowance of each metered resource. */
  resources: ResourceUsages
  /** How many brands there are and may be. */
  brands: BrandUsage
  /** Totals since the account began. */
  lifetime: LifetimeUsage
  [field: string]: unknown
}

/** Why a message bounced. */
export interface Bounce {
  /** `hard` for good, `soft` for now. The address is suppressed for good, or for seven days. */
  type: "hard" | "soft"
  /** The provider's finer class, for example `mailbox_full`. */
  subtype: string
  [field: string]: unknown
}

/** How many brands the account has and may have. */
export interface BrandUsage {
  /** Brands that there are. */
  used: number
  /** Null where there is no limit. */
  limit: number | null
  /** Brands that can still be made; null where there is no limit. */
  remaining: number | null
  /** True where there is no limit. */
  unlimited: boolean
  /** Whether one more can be made now. */
  can_create: boolean
  [field: string]: unknown
}

/** One sending to many contacts. Spec: Contacts, lists and other groups. */
export interface Campaign {
  /** The campaign's id. */
  id: number
  /** The account that it belongs to. */
  account_id: number
  /** The brand that it belongs to. */
  brand_id: number
  /** What the campaign is called; recipients do not see it. */
  name: string
  /** The channel: e-mail or SMS. */
  channel: "email" | "sms" | (string & {})
  /** `draft` until it is sent or `scheduled`; `live` while it goes out, days where the sending limit asks for them; then `completed`. */
  status: "draft" | "scheduled" | "live" | "paused" | "completed" | "cancelled" | "archived" | (string & {})
  /** The subject line; null where it is the template's. */
  subject?: string | null | undefined
  /** The template that is sent. */
  template_id?: number | null | undefined
  /** Whom it goes to. */
  audience?: CampaignAudience | null | undefined
  /** When it is to go out; null where it has no set time. */
  scheduled_at?: string | null | undefined
  /** Messages sent so far. Stands still while the sending limit is used up, and goes on when it frees. */
  sent_count: number
  /** Whether it can still be changed. */
  editable: boolean
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** Whom a campaign goes to. */
export interface CampaignAudience {
  /** What the audience is made of. */
  type: "lists" | "segment" | "all_contacts" | (string & {})
  /** Only with `lists`. */
  list_ids?: number[] | null | undefined
  /** Only with `segment`. */
  segment_id?: number | null | undefined
  [field: string]: unknown
}

/** Whom to send a campaign to: lists with `list_ids`, a segment with `segment_id`, or all contacts. */
export interface CampaignAudienceChoice {
  /** What the audience is made of. */
  type: "lists" | "segment" | "all_contacts"
  /** With `lists`: at least one. */
  list_ids?: readonly number[] | undefined
  /** With `segment`. */
  segment_id?: number | undefined
}

/** A campaign to begin, as a draft. */
export interface CampaignCreate {
  /** What the campaign is called; recipients do not see it. */
  name: string
  /** `email` when left out. */
  channel?: MessageChannel | undefined
  /** The subject line, where it is not the template's. */
  subject?: string | null | undefined
  /** The template to send. */
  template_id?: number | null | undefined
  /** Whom it goes to. */
  audience?: CampaignAudienceChoice | null | undefined
}

/** The changes to a campaign; what is left out stays, null clears. */
export interface CampaignUpdate {
  /** What the campaign is called; recipients do not see it. */
  name?: string | undefined
  /** The subject line, where it is not the template's. */
  subject?: string | null | undefined
  /** The template to send. */
  template_id?: number | null | undefined
  /** Whom it goes to. */
  audience?: CampaignAudienceChoice | null | undefined
}

/** The sending allowance and what is left of it. Counts are recipients in the window. Spec: Errors. */
export interface Capacity {
  /** What the allowance comes from. */
  source: "plan" | (string & {})
  /** Length of the rolling window, in seconds. */
  window_seconds: number
  /** `known` where the counts are certain. */
  status: "known" | (string & {})
  /** Recipients allowed in the window. */
  limit: number
  /** Set aside for sends under way. */
  reserved: number
  /** Taken by the provider within the window. */
  accepted: number
  /** Handed over, with an outcome that is not known yet. */
  provider_unknown: number
  /** What can still be sent to now. */
  remaining: number
  [field: string]: unknown
}

/** Where sending stands against its allowance, and the ways out. Spec: Errors. */
export interface CapacityRecovery {
  /** `approaching` from 80 % of the allowance on; `reached` once it is used up. */
  state: "approaching" | "reached" | (string & {})
  /** The machine reason. */
  reason_code: "sending_capacity_warning" | "sending_capacity_reached" | (string & {})
  /** What holds sending back, or is about to. */
  blocking_control: "commercial_capacity" | (string & {})
  /** How much of the allowance is used, in percent. */
  usage_percent: number
  /** Recipients that were asked for. */
  requested_quantity: number
  /** A heading, for people. */
  label: string
  /** What is the matter, for people. */
  detail: string
  /** The allowance in numbers. */
  capacity: Capacity
  /** Where a larger plan is bought. */
  upgrade_url?: string | undefined
  /** When the window frees; null while nothing is used up, or where it never will. */
  retry_at?: string | null | undefined
  /** What helps best. */
  recovery_action?: RecoveryAction | undefined
  /** All that helps. */
  recovery_actions?: RecoveryAction[] | undefined
  /** What only the account's owner can do. */
  owner_action?: RecoveryAction | undefined
  [field: string]: unknown
}

/** The checkout to look at. */
export interface CheckoutStatusQuery {
  /** The purchase that the checkout returned. */
  purchase_id: number
}

/** How a recipient complained. */
export interface Complaint {
  /** The feedback loop's word for it, for example `abuse`. */
  feedback_type: string
  [field: string]: unknown
}

/** A person that the brand writes to. Spec: Contacts, lists and other groups. */
export interface Contact {
  /** The contact's id. */
  id: number
  /** The brand that it belongs to. */
  brand_id: number
  /** A name of the contact that says nothing of how many there are. */
  uuid: string
  /** The contact's address, as it was written first. */
  email: string
  /** The contact's first name. */
  first_name?: string | null | undefined
  /** The contact's last name. */
  last_name?: string | null | undefined
  /** Where the contact came from, for example `api` or `import`. */
  source?: "api" | "import" | "form" | (string & {}) | null | undefined
  /** The brand's own fields, such as further columns of an import. */
  data: Record<string, unknown>
  /** Whether the contact agreed to get e-mail. */
  subscribed_email: boolean
  /** The lists that the contact is on. */
  list_ids: number[]
  /** The ways to reach the contact. */
  channels: ContactChannel[]
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** One way to reach a contact. */
export interface ContactChannel {
  /** The channel's id, for validations; not the contact's. */
  id: number
  /** How it reaches the contact. */
  kind: "email" | "sms" | (string & {})
  /** The address or phone number. */
  value: string
  /** Whether the contact agreed to be reached by it. */
  subscribed: boolean
  /** When the contact last agreed. */
  opt_in_at?: string | null | undefined
  /** When the contact last refused. */
  opt_out_at?: string | null | undefined
  [field: string]: unknown
}

/** A contact to add, or to complete when the brand has one with this e-mail. */
export interface ContactCreate {
  /** Capital letters do not matter. */
  email: string
  /** The contact's first name. */
  first_name?: string | undefined
  /** The contact's last name. */
  last_name?: string | undefined
  /** Whether the contact agreed to get e-mail: true subscribes, false unsubscribes, also a contact that is there already. Sets `subscribed_email`. Transactional messages still reach an unsubscribed contact. */
  opt_in?: boolean | undefined
}

/** Something that a contact did. Spec: Contacts, lists and other groups. */
export interface ContactEvent {
  /** The event's id. */
  id: number
  /** The account that it belongs to. */
  account_id: number
  /** The contact who did it. */
  contact_id: number
  /** What happened, for example `order_placed`. */
  event: string
  /** What the caller added, at most 32 KiB as JSON. */
  data: Record<string, unknown>
  /** What it was worth, in the caller's own currency. */
  amount?: number | null | undefined
  /** The key that it was recorded with. */
  idempotency_key?: string | null | undefined
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** Which contact events to list. */
export interface ContactEventQuery {
  /** Only events of this name. */
  event?: string | undefined
  /** Only events of this contact. */
  contact_id?: number | undefined
  /** Only events after this moment. Any offset from UTC. */
  created_after?: string | Date | undefined
  /** Only events before this moment. Any offset from UTC. */
  created_before?: string | Date | undefined
}

/** Which contacts to list. */
export interface ContactQuery {
  /** Part of the e-mail or of the name; a whole e-mail finds that contact alone. */
  search?: string | undefined
  /** Only contacts of this list. */
  list_id?: number | undefined
}

/** What the events about one message that you sent have in common. */
export interface DeliveryEventData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  [field: string]: unknown
}

/** Whether the brand may send now, and how much. It authorizes and reserves nothing. Spec: Suppressions and delivery. */
export interface DeliveryStatus {
  /** What the assessment is about. */
  assessment_scope: "brand" | (string & {})
  /** `allowed`; `deferred` until the window frees; `denied` while there is no allowance. */
  admission_status: "allowed" | "deferred" | "denied" | (string & {})
  /** The allowance and what is left of it. */
  commercial_capacity: Capacity
  /** How fast messages go out. */
  pacing_state: PacingState
  /** What holds sending back; null when nothing does. */
  blocking_control?: "commercial_capacity" | (string & {}) | null | undefined
  /** The machine reason of a limit that is near or reached. */
  reason_code?: "sending_capacity_warning" | "sending_capacity_reached" | (string & {}) | null | undefined
  /** What can be done about it. */
  remediation?: RecoveryAction | null | undefined
  /** Present once the allowance is nearly or wholly used. */
  capacity_recovery?: CapacityRecovery | null | undefined
  /** When sending can go on. */
  retry_at?: string | null | undefined
  /** The moment that the assessment is of. */
  observed_at: string
  [field: string]: unknown
}

/** Data of `email.bounced`. */
export interface EmailBouncedData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  /** How it bounced. */
  bounce: Bounce
  [field: string]: unknown
}

/** The message bounced, for good or for now. */
export interface EmailBouncedEvent {
  /** What happened. */
  type: "email.bounced"
  /** When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this. */
  timestamp: string
  /** What it happened to. */
  data: EmailBouncedData
  [field: string]: unknown
}

/** Data of `email.clicked`. */
export interface EmailClickedData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  /** The link that was followed. */
  url: string
  [field: string]: unknown
}

/** A person followed a link for the first time; once for each link. */
export interface EmailClickedEvent {
  /** What happened. */
  type: "email.clicked"
  /** When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this. */
  timestamp: string
  /** What it happened to. */
  data: EmailClickedData
  [field: string]: unknown
}

/** Data of `email.complained`. */
export interface EmailComplainedData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  /** How the recipient complained. */
  complaint: Complaint
  [field: string]: unknown
}

/** The recipient marked the message as spam. */
export interface EmailComplainedEvent {
  /** What happened. */
  type: "email.complained"
  /** When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this. */
  timestamp: string
  /** What it happened to. */
  data: EmailComplainedData
  [field: string]: unknown
}

/** The recipient's mail server accepted the message. */
export interface EmailDeliveredEvent {
  /** What happened. */
  type: "email.delivered"
  /** When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this. */
  timestamp: string
  /** What it happened to. */
  data: DeliveryEventData
  [field: string]: unknown
}

/** Data of `email.failed`. */
export interface EmailFailedData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  /** Why it failed. */
  failure: Failure
  [field: string]: unknown
}

/** The message failed for good; nothing is reported while it is still being retried. */
export interface EmailFailedEvent {
  /** What happened. */
  type: "email.failed"
  /** When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this. */
  timestamp: string
  /** What it happened to. */
  data: EmailFailedData
  [field: string]: unknown
}

/** The message was opened for the first time; scanners and bots do not count. */
export interface EmailOpenedEvent {
  /** What happened. */
  type: "email.opened"
  /** When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this. */
  timestamp: string
  /** What it happened to. */
  data: DeliveryEventData
  [field: string]: unknown
}

/** Data of `email.received`. */
export interface EmailReceivedData {
  /** The message that this mail replies to; null when it replies to none of yours, and in a test event. */
  message_id: number | null
  /** The `Idempotency-Key` of the send that it replies to; absent when there was none. */
  idempotency_key?: string | undefined
  /** The tags of the send that it replies to; empty when it replies to none. */
  tags: Record<string, string>
  /** Who wrote, with or without a name. */
  from: string
  /** The inbox address that it reached. */
  to: string
  /** The subject line; empty when the mail has none. */
  subject: string
  /** Plain text, at most 64 KiB; empty when the mail has none. */
  text: string
  /** HTML, at most 64 KiB; empty when the mail has none. Written by a stranger: sanitise it before showing it. */
  html: string
  /** True when `text` or `html` was cut. */
  truncated: boolean
  /** True for out-of-office replies and the like. */
  auto_submitted: boolean
  /** What came along, without the contents. */
  attachments: WebhookAttachment[]
  /** The conversation that it belongs to. */
  conversation_id: number
  /** The mail within the conversation. */
  conversation_message_id: number
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  [field: string]: unknown
}

/** A mail reached one of the brand's inboxes: a reply, an automatic reply, or a new mail. */
export interface EmailReceivedEvent {
  /** What happened. */
  type: "email.received"
  /** When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this. */
  timestamp: string
  /** What it happened to. */
  data: EmailReceivedData
  [field: string]: unknown
}

/** Data of `email.sent`. */
export interface EmailSentData {
  /** The id that sending the message returned; null in a test event. */
  message_id: number | null
  /** The recipient's address. */
  to: string
  /** The subject line of the message. */
  subject: string
  /** The `Idempotency-Key` of the send; absent when none was given. */
  idempotency_key?: string | undefined
  /** The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`. */
  tags: Record<string, string>
  /** True when the event is a sample asked for through the webhook's test endpoint; else absent. */
  test?: boolean | undefined
  /** When the provider accepted the message (ISO 8601, UTC). */
  sent_at: string
  [field: string]: unknown
}

/** The provider accepted the message. */
export interface EmailSentEvent {
  /** What happened. */
  type: "email.sent"
  /** When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this. */
  timestamp: string
  /** What it happened to. */
  data: EmailSentData
  [field: string]: unknown
}

/** What a plan allows beyond volume. */
export interface Entitlements {
  /** The inbox feature. */
  agent_inbox: AgentInboxEntitlement
  [field: string]: unknown
}

/** The body of an error response. Spec: Errors. */
export interface ErrorBody {
  /** The HTTP status, or a string such as `idempotency_conflict` where the interface names one. */
  code: number | string
  /** What is wrong, for people. */
  message: string
  /** Always true. */
  error: true
  /** Field name to what is wrong with it; only on 422. */
  validation_errors?: Record<string, string[]> | undefined
  /** The machine reason. */
  error_code?: "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "payload_too_large" | "unsupported_media_type" | "validation_error" | "rate_limited" | "internal_error" | "upstream_unavailable" | "idempotency_key_required" | "idempotency_conflict" | "audience_invalid" | "sending_capacity_reached" | "campaign_locked" | "duplicate_campaign_send" | "template_version_conflict" | "attachment_unscanned" | (string & {}) | undefined
  /** The managed account that stands in the way. */
  provisioning_id?: number | undefined
  /** True when the same request can succeed later. */
  retryable?: boolean | undefined
  /** When the same request can succeed. */
  retry_at?: string | undefined
  /** What someone can do about it. */
  recovery_action?: RecoveryAction | undefined
  /** Where sending stands, when its allowance is used up. */
  capacity_recovery?: CapacityRecovery | undefined
  [field: string]: unknown
}

/** Why a message failed for good. */
export interface Failure {
  /** For machines, for example `suppressed`: the address is on the suppression list. */
  code: string
  /** For people. */
  reason: string
  /** The kind of failure that the code belongs to. */
  category: string
  [field: string]: unknown
}

/** Steps that run by themselves when something happens. Spec: Contacts, lists and other groups. */
export interface Flow {
  /** The flow's id. */
  id: number
  /** The brand that it belongs to. */
  brand_id: number
  /** What the flow is called. */
  name: string
  /** `draft` until it is started; `live` while it runs. */
  status: "draft" | "live" | "paused" | "archived" | "cancelled" | (string & {})
  /** What starts it. */
  trigger?: Record<string, unknown> | null | undefined
  /** What it does, one step after the other. */
  steps: Record<string, unknown>[]
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** A flow to begin, as a draft. */
export interface FlowCreate {
  /** What the flow is called. */
  name: string
  /** What starts it. */
  trigger?: Record<string, unknown> | null | undefined
  /** What it does, one step after the other. */
  steps?: readonly Record<string, unknown>[] | undefined
}

/** The response to a form: the same whether or not the address was known. */
export interface FormReceipt {
  /** Always true, whether or not the address was known. */
  ok: true
  [field: string]: unknown
}

/** What a visitor enters in a website form. */
export interface FormSubmission {
  /** The visitor's address. */
  email: string
  /** The list that the visitor joins. */
  list_id: number
  /** The visitor's first name. */
  first_name?: string | undefined
  /** The visitor's last name. */
  last_name?: string | undefined
}

/** The account's prepaid funding. */
export interface Funding {
  /** ISO 4217 code in lower case, for example `usd`. */
  currency: string
  /** What can be spent, in cents. */
  available_cents: number
  /** Set aside for work in progress. */
  reserved_cents: number
  /** What can be bought. */
  purchase: FundingOffer
  /** A purchase that is neither credited nor given up. */
  pending_purchase?: FundingPurchase | null | undefined
  [field: string]: unknown
}

/** What can be bought. */
export interface FundingOffer {
  /** Whether funding can be bought now. */
  available: boolean
  /** The least that can be bought at once, in cents. */
  minimum_cents: number
  /** The most that can be bought at once, in cents. */
  maximum_cents: number
  /** Amounts to propose, in cents. */
  preset_cents: number[]
  [field: string]: unknown
}

/** A purchase of prepaid funding. Finished when its status is `credited`. Spec: States, Purchases. */
export interface FundingPurchase {
  /** The purchase's id. */
  id: number
  /** How far it is; only `credited` is proof of payment. */
  status: "requested" | "checkout_created" | "pending" | "credited" | "failed" | "expired" | (string & {})
  /** ISO 4217 code in lower case, for example `usd`. */
  currency: string
  /** What is bought, in cents. */
  amount_cents: number
  /** What has arrived: 0 until the purchase is credited. */
  credited_cents: number
  /** Where a person pays. */
  checkout_url?: string | null | undefined
  /** When it can no longer be paid. */
  expires_at?: string | null | undefined
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** The amount to buy. */
export interface FundingPurchaseCreate {
  /** Between the minimum and maximum that the funding offers, in cents. */
  amount_cents: number
  /** ISO 4217 code, in either case; the account's own when left out. */
  currency?: string | undefined
}

/** A funding purchase, and the funding as it now stands. */
export interface FundingPurchaseResult {
  /** The purchase. */
  purchase: FundingPurchase
  /** The funding as it now stands. */
  funding: Funding
  [field: string]: unknown
}

/** Path parameters of an endpoint that names one record by its id. */
export interface IdParams {
  /** The record's id. */
  id: number
}

/** Whether someone acts in the user's name. Spec: Resources, Impersonation. */
export interface Impersonation {
  /** Whether someone acts in the user's name. */
  impersonating: boolean
  /** Absent or null when nobody does. */
  impersonator?: Impersonator | null | undefined
  [field: string]: unknown
}

/** The end of an impersonation. Spec: Resources, Impersonation. */
export interface ImpersonationExit {
  /** Where the browser goes next. */
  redirect_url: string
  [field: string]: unknown
}

/** The person who acts in another's name. */
export interface Impersonator {
  /** The person's id. */
  id: number
  /** First and last name. */
  name: string
  /** The person's address. */
  email: string
  [field: string]: unknown
}

/** An import under way or done. Spec: Imports. */
export interface Import {
  /** The import's id. */
  id: number
  /** What is imported. */
  resource: "contacts" | (string & {})
  /** `complete` when every row was looked at; `failed` where the file as a whole cannot be read. */
  status: "pending" | "processing" | "complete" | "failed" | (string & {})
  /** Rows of the file, without its header. */
  total_rows: number
  /** Rows imported so far. */
  success_rows: number
  /** Rows refused so far. */
  failed_rows: number
  /** 0 to 100. */
  progress_pct: number
  /** The first 1,000 rows that failed, each as `[line, problem, row]`; `failed_rows` counts them all. */
  import_errors: ImportRowError[]
  /** The lists that its contacts join. */
  assigned_list_ids: number[]
  /** When the first row was read; null before. */
  started_at?: string | null | undefined
  /** When it was over; null before. */
  ended_at?: string | null | undefined
  /** When it was made. */
  created_at: string
  [field: string]: unknown
}

/** The parts of an import upload. Spec: Imports. */
export interface ImportCreate {
  /** CSV with a header row. Known columns: email, first_name, last_name, opt_in; others go to the contact's `data`. */
  file: ImportFile
  /** What the rows are. */
  resource: ImportResource
  /** Goes over the wire as one part of JSON text. */
  options?: ImportOptions | undefined
}

/** What to do with the imported rows. */
export interface ImportOptions {
  /** The lists that imported contacts join. */
  list_ids?: readonly number[] | undefined
}

/** What can be imported. */
export type ImportResource = "contacts"

/** A row that was not imported: its line in the file from 1, the problem, and the row's text. */
export type ImportRowError = [number, string, string]

/** An invitation to join an account. Spec: Resources, Invite. */
export interface Invite {
  /** The invitation's id. */
  id: number
  /** The account that it belongs to. */
  account_id: number
  /** Whom it is for. */
  email: string
  /** The role that the person gets on accepting. */
  role: MembershipRole
  /** What the invited person accepts with. */
  token: string
  /** `pending` until it is accepted, revoked, or seven days old. */
  status: "pending" | "accepted" | "revoked" | "expired" | (string & {})
  /** When it was accepted; null before. */
  accepted_at: string | null
  /** When it was revoked; null before. */
  revoked_at: string | null
  /** When it can no longer be accepted. */
  expires_at: string
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** The token of an invitation. */
export interface InviteAcceptParams {
  /** The invitation's token; not its number. */
  id: string
}

/** Whom to invite. */
export interface InviteCreate {
  /** Whom to invite. */
  email: string
  /** `member` when left out. */
  role?: MembershipRole | undefined
}

/** Totals since the account began. */
export interface LifetimeUsage {
  /** E-mails sent. */
  email_sent: number
  /** SMS sent. */
  sms_sent: number
  /** Units of AI used. */
  ai_used: number
  [field: string]: unknown
}

/** A named set of contacts. Spec: Contacts, lists and other groups. */
export interface List {
  /** The list's id. */
  id: number
  /** The brand that it belongs to. */
  brand_id: number
  /** What the list is called. */
  name: string
  /** How many contacts are on it. */
  contacts_count: number
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** What became of each e-mail. */
export interface ListBulkResult {
  /** What was asked for. */
  action: "add" | "remove" | (string & {})
  /** The list that was changed. */
  list_id: number
  /** How many contacts were put on the list. */
  added: number
  /** How many contacts were taken off the list. */
  removed: number
  /** E-mails whose contacts were on the list before. */
  already_in_list: string[]
  /** E-mails whose contacts were not on the list. */
  not_in_list: string[]
  /** E-mails that are no contact of the brand. */
  not_found: string[]
  /** Texts that are no e-mail address. */
  invalid_emails: string[]
  [field: string]: unknown
}

/** Contacts to put on a list or to take off it, by e-mail. Repeating it changes nothing; it creates no contacts. */
export interface ListBulkUpdate {
  /** Whether the contacts join the list or leave it. */
  action: "add" | "remove"
  /** At most 10,000; capital letters do not matter. */
  emails: readonly string[]
}

/** A list to add. */
export interface ListCreate {
  /** What the list is called. */
  name: string
}

/** A sign-in. */
export interface Login {
  /** Who signs in. */
  user: LoginUser
}

/** The person who signs in. */
export interface LoginUser {
  /** The person's address. */
  email: string
  /** The person's password. */
  password: string
}

/** A managed account on its way to its owner. Spec: Resources, Managed account. */
export interface ManagedAccount {
  /** The provisioning's id; not the account's. */
  id: number
  /** A name of the provisioning for use outside the service. */
  external_ref: string
  /** Where the request came from. */
  source: "dashboard" | "api" | (string & {})
  /** How far it is on its way to its owner. */
  status: "preparing" | "awaiting_owner" | "payment_required" | "active" | "payment_issue" | "ended" | (string & {})
  /** What the manager may do by the grant. */
  permission_set: "operator_v1" | (string & {})
  /** What the manager can do next. */
  allowed_actions: ("send_invitation" | (string & {}))[]
  /** The account that was made. */
  managed_account: AccountReference
  /** Who will own it. */
  owner: ManagedAccountOwner
  /** How the owner's invitation stands. */
  invitation: ManagedAccountInvitation
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** A request to provision an account. */
export interface ManagedAccountCreate {
  /** The account to provision. */
  managed_account: ManagedAccountDetails
}

/** The account to provision. */
export interface ManagedAccountDetails {
  /** The address of the client, who will own the account. */
  owner_email: string
  /** The client's first name. */
  owner_first_name?: string | undefined
  /** The client's last name. */
  owner_last_name?: string | undefined
  /** What the account is called. */
  account_name: string
}

/** The invitation to the owner; its times are null until they happen. */
export interface ManagedAccountInvitation {
  /** True once it has run out. */
  expired: boolean
  /** When it runs out. */
  expires_at?: string | null | undefined
  /** The last moment that there can be, every reissue used. */
  deadline_at?: string | null | undefined
  /** When the owner was reminded. */
  notice_sent_at?: string | null | undefined
  /** When the owner claimed the account. */
  claimed_at?: string | null | undefined
  /** How often the invitation can still be sent anew. */
  reissues_remaining: number
  [field: string]: unknown
}

/** The person who will own the managed account. */
export interface ManagedAccountOwner {
  /** The owner's address. */
  email: string
  [field: string]: unknown
}

/** Which managed accounts, in which order. */
export interface ManagedAccountQuery {
  /** Text to look for in the account's name and the owner's address. */
  q?: string | undefined
  /** One stage; `needs_setup` stands for every stage in which something is still to do. */
  status?: "preparing" | "awaiting_owner" | "payment_required" | "active" | "payment_issue" | "ended" | "needs_setup" | undefined
  /** What the list goes by. */
  sort?: "created_at" | "name" | "owner_email" | "status" | undefined
  /** Ascending or descending. */
  direction?: "asc" | "desc" | undefined
}

/** A manager's permission to operate a client's account. Spec: Resources, Management grant. */
export interface ManagementGrant {
  /** The grant's id, which commands must name. */
  id: number
  /** `pending` until the owner confirms it; `active` until it is revoked or released. */
  status: "pending" | "active" | "revoked" | "released" | (string & {})
  /** What it allows. */
  permission_set: "operator_v1" | (string & {})
  /** Who may act. */
  manager_account: AccountReference
  /** When the manager asked for it. */
  requested_at: string
  /** When the owner confirmed it; null before. */
  activated_at: string | null
  /** When the client's owner took the permission back. */
  revoked_at: string | null
  /** When the manager gave it up. */
  released_at: string | null
  [field: string]: unknown
}

/** The grant that a command is meant for. */
export interface ManagementGrantCommand {
  /** The id of the grant last read; guards against one that has replaced it meanwhile. */
  management_grant_id: number
}

/** A person's place in an account's team. Spec: Resources, Membership. */
export interface Membership {
  /** The membership's id. */
  id: number
  /** `owner` is read only: it cannot be given, changed or removed. */
  role: "owner" | "admin" | "member" | (string & {})
  /** The person. */
  user_id: number
  /** The person's address. */
  email: string
  /** First and last name. */
  name: string
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** The roles that can be given to a member of a team. */
export type MembershipRole = "member" | "admin"

/** The changes to a membership. */
export interface MembershipUpdate {
  /** The new role. */
  role: MembershipRole
}

/** One transactional e-mail or SMS. Spec: Resources, Message. */
export interface Message {
  /** The `message_id` of webhook events. */
  id: number
  /** The brand that sent it. */
  brand_id: number
  /** The channel: e-mail or SMS. */
  channel: "email" | "sms" | (string & {})
  /** An e-mail address, or a phone number in E.164 form. */
  to: string
  /** Null for SMS. */
  subject: string | null
  /** `queued`: accepted for sending; `sent`: taken by the provider; `failed`: failed for good. */
  status: "queued" | "sent" | "failed" | (string & {})
  /** The provider's own id of the message, once it took it. */
  provider_id?: string | null | undefined
  /** `test` for the test send of a template; null for a transactional message. */
  source_type: "test" | (string & {}) | null
  /** The machine reason of the status, for example `hard_bounce`. */
  status_reason_code?: string | null | undefined
  /** The reason of the status, for people. */
  status_reason?: string | null | undefined
  /** Why it failed, for example `suppressed`. */
  failure_code?: string | null | undefined
  /** Why it failed, for people. */
  failure_reason?: string | null | undefined
  /** The kind of failure that the code belongs to. */
  failure_category?: string | null | undefined
  /** When the provider took it; null before. */
  sent_at?: string | null | undefined
  /** When it was made. */
  created_at: string
  [field: string]: unknown
}

/** How a message travels. */
export type MessageChannel = "email" | "sms"

/** The start of a sign-in with an identity provider. */
export interface OAuthLaunch {
  /** Who the person signs in with. */
  provider: OAuthProvider
  /** `agent` comes from an agent's connect flow and needs `resume_url`. */
  auth_intent?: "app" | "agent" | undefined
  /** Whether the person signs in or signs up. */
  auth_step?: "login" | "signup" | undefined
  /** Where to go on afterwards: the frontend's connect route. Required when `auth_intent` is `agent`. */
  resume_url?: string | null | undefined
}

/** A short-lived page that posts the browser on to the identity provider. */
export interface OAuthLaunchUrl {
  /** Where the browser goes; good for ten minutes, and once. */
  launch_url: string
  [field: string]: unknown
}

/** The identity providers to sign in with. */
export type OAuthProvider = "google_oauth2" | "github"

/** How fast the queue is let out. */
export interface PacingState {
  /** `idle`: nothing waits; `pacing`: messages go out one after the other; `paused`: none goes out. */
  status: "idle" | "pacing" | "paused" | (string & {})
  /** Messages that wait, and recipients that live campaigns are still to be sent to. */
  queued_quantity: number
  /** When the next of them goes out; null when nothing waits. */
  next_dispatch_at?: string | null | undefined
  [field: string]: unknown
}

/** The page that a list request asks for. Spec: Limits. */
export interface PageQuery {
  /** Number of the page, from 1. */
  page?: number | undefined
  /** Rows a page, at most 100; a larger number is taken as 100. */
  limit?: number | undefined
  /** Another name for `limit`; `limit` wins. */
  per?: number | undefined
  /** Another name for `limit`; `limit` and `per` win. */
  per_page?: number | undefined
}

/** The plan that an account is on. The caps are recipients in 24 hours, one for each standing. Spec: Resources, Account. */
export interface Plan {
  /** The plan's id. */
  id: number
  /** What the plan is called. */
  name: string
  /** Whether the plan is in force. */
  active: boolean
  /** Recipients in 24 hours on probation. */
  probation_recipient_cap_24h: number
  /** Recipients in 24 hours in standard standing. */
  standard_recipient_cap_24h: number
  /** Recipients in 24 hours in trusted standing. */
  trusted_recipient_cap_24h: number
  /** What the plan has beyond volume. */
  entitlements: Entitlements
  [field: string]: unknown
}

/** The purchase of a plan. Finished when `activated` is true; creating it or paying is no proof. Spec: States, Purchases. */
export interface PlanCheckout {
  /** The purchase, by which its status is asked for. */
  purchase_id: number
  /** How far it is; `active` once the plan is. */
  status: "pending" | "active" | "failed" | "expired" | (string & {})
  /** True once the requested plan is active. */
  activated: boolean
  /** The plan that was asked for. */
  plan_name: string
  /** Where a person pays. */
  checkout_url?: string | null | undefined
  [field: string]: unknown
}

/** The plan to buy. */
export interface PlanCheckoutCreate {
  /** The plan's id. */
  plan_id: number
}

/** An account that the popup offers. */
export interface PopupAccount {
  /** The account's id. */
  id: number
  /** What the account is called. */
  name: string
  /** How the person reaches it. */
  access: Access
  /** True when the person may manage the account. */
  can_manage: boolean
  /** True when the account must take a plan first. */
  needs_subscribe: boolean
  [field: string]: unknown
}

/** What the OAuth popup shows. Spec: Resources, Popup context. */
export interface PopupContext {
  /** The accounts that the person reaches. */
  accounts: PopupAccount[]
  /** The plans that can be taken. */
  plans: PopupPlan[]
  /** The payment provider's publishable key; not a secret. */
  payment_publishable_key: string
  [field: string]: unknown
}

/** The error body of the OAuth popup endpoints on 400 and 422. Spec: Errors. */
export interface PopupErrorBody {
  /** What is wrong, for people. */
  error: string
  [field: string]: unknown
}

/** Where the popup goes after a plan is taken. */
export interface PopupNextStep {
  /** Where the popup goes on, for example `connect`. */
  next_step: string
  [field: string]: unknown
}

/** A plan that the popup offers. */
export interface PopupPlan {
  /** The plan's id. */
  id: number
  /** What the plan is called. */
  name: string
  /** A short name for machines. */
  slug: string
  /** Price of one interval, in cents. */
  base_price_cents: number
  /** For example `month`. */
  interval: string
  [field: string]: unknown
}

/** The plan taken in the popup. */
export interface PopupSubscribe {
  /** The plan to take. */
  plan_id: number
  /** The account that takes it; the person's own when left out or null. */
  account_id?: number | null | undefined
  /** Token of a means of payment, from the payment provider; plans that cost nothing need none. */
  payment_token?: string | null | undefined
}

/** A plan measured against an audience. */
export interface ReachPlan {
  /** The plan's id. */
  plan_id: number
  /** A short name for machines. */
  slug: string
  /** What the plan is called. */
  name: string
  /** The group of plans that it belongs to. */
  tier_group: string
  /** Recipients in 24 hours. */
  daily_cap: number
  /** Recipients that it reaches at the account's standing. */
  capacity: number
  /** Days that one full send takes. */
  days_to_reach: number
  /** Whether one full send fits. */
  covers: boolean
  [field: string]: unknown
}

/** The audience to measure. */
export interface ReachQuery {
  /** Recipients of one full send, at least 1. */
  audience: number
}

/** What someone can do about an error. Spec: Errors. */
export interface RecoveryAction {
  /** What to do, for example `upgrade_plan`. */
  type: "upgrade_plan" | (string & {})
  /** What to write on a button. */
  label?: string | undefined
  /** What it does, for people. */
  detail?: string | undefined
  /** Where it is done. */
  url?: string | undefined
  /** Who may do it, for example `account_owner_or_admin`. */
  required_role?: "account_owner_or_admin" | (string & {}) | undefined
  [field: string]: unknown
}

/** Use of one metered resource in the current billing period. */
export interface ResourceUsage {
  /** Units used in the period. */
  used: number
  /** Units that the plan has in it. */
  allowance: number
  /** Units left of the allowance. */
  remaining: number
  /** Price of one unit beyond the allowance, in cents. */
  overage_rate: number
  /** What happens beyond the allowance, for example `budget`. */
  mode: "budget" | (string & {})
  /** Most that may be spent beyond the allowance, in cents. */
  budget: number
  /** Spent beyond the allowance, in cents. */
  budget_used: number
  [field: string]: unknown
}

/** Use of each metered resource. */
export interface ResourceUsages {
  /** E-mail, in messages. */
  email: ResourceUsage
  /** SMS, in messages. */
  sms: ResourceUsage
  /** AI, in units. */
  ai: ResourceUsage
  [field: string]: unknown
}

/** The contacts that match a set of filters. Spec: Contacts, lists and other groups. */
export interface Segment {
  /** The segment's id. */
  id: number
  /** The brand that it belongs to. */
  brand_id: number
  /** What the segment is called. */
  name: string
  /** Who made it. */
  origin: "user" | "system" | (string & {})
  /** Fields of a contact, and what they must be. */
  filters: Record<string, unknown> | Record<string, unknown>[]
  /** Contacts that matched when it was last counted. */
  cached_count: number
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** When to send a campaign. */
export interface SendCampaign {
  /** At once when left out or past. Any offset from UTC. */
  deliver_at?: string | Date | undefined
}

/** A message to send. An e-mail needs `to`, `subject` and `html`, `body` or `template_id`; an SMS needs `to` and `body`, and takes nothing else but `data`. Spec: Transactional messages. */
export interface SendMessage {
  /** The channel; it decides what else is required. */
  channel: MessageChannel
  /** An e-mail address; for SMS a phone number in E.164 form, such as `+4915112345678`. */
  to: string
  /** E-mail only. */
  subject?: string | undefined
  /** E-mail only: the HTML part. With a template, it replaces the template's. */
  html?: string | undefined
  /** Plain text: the SMS itself, or the text part of an e-mail. With a template, it replaces the template's. */
  body?: string | undefined
  /** E-mail only: the template of all parts that the message leaves out. */
  template_id?: number | undefined
  /** E-mail only: a verified sender of the brand, with or without a name. The brand's own sender when left out. */
  from?: string | undefined
  /** Another name for `from`. */
  from_email?: string | undefined
  /** E-mail only: where replies go. */
  reply_to?: string | undefined
  /** E-mail only: extra headers by name; reserved ones are refused (`reservedHeaders`). */
  headers?: Record<string, string> | undefined
  /** E-mail only: labels that come back in webhook events; reserved keys are refused (`reservedTags`). */
  tags?: Record<string, string> | undefined
  /** What the text can name as `{{ data.x }}`. */
  data?: Record<string, unknown> | undefined
}

/** A sign-up. */
export interface Signup {
  /** Who signs up. */
  user: SignupUser
}

/** The person who signs up. */
export interface SignupUser {
  /** The person's first name. */
  first_name?: string | undefined
  /** The person's last name. */
  last_name?: string | undefined
  /** The address to sign in with. */
  email: string
  /** A phone number. */
  mobile?: string | undefined
  /** Token of an invitation; the new user joins that account's team. */
  invite_token?: string | null | undefined
  /** The password to sign in with. */
  password: string
  /** The password once more; must be equal where it is given. */
  password_confirmation?: string | undefined
}

/** An address that the account does not send to. Spec: Suppressions and delivery. */
export interface Suppression {
  /** The suppression's id. */
  id: number
  /** The address that is not written to. */
  email: string
  /** A hard bounce or a complaint holds for good, a soft bounce for seven days. */
  reason: "hard_bounce" | "soft_bounce" | "complaint" | "manual" | (string & {})
  /** False once it has expired. */
  active: boolean
  /** The contact with this address, where there is one. */
  contact_id?: number | null | undefined
  /** Who reported it. */
  source_provider: string | null
  /** What the provider said, shortened. */
  provider_diagnostic: string | null
  /** `hard` or `soft`, where it bounced. */
  bounce_type?: "hard" | "soft" | (string & {}) | null | undefined
  /** The provider's finer class of the bounce. */
  bounce_subtype?: string | null | undefined
  /** The feedback loop's word for the complaint. */
  complaint_feedback_type?: string | null | undefined
  /** When the bounce or complaint happened. */
  event_occurred_at?: string | null | undefined
  /** When it stops to hold; null for good. */
  expires_at?: string | null | undefined
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** Which suppressions to list. */
export interface SuppressionQuery {
  /** The whole address; capital letters do not matter. */
  email?: string | undefined
  /** Only suppressions for this reason. */
  reason?: SuppressionReason | undefined
  /** Only those that this provider reported. */
  source_provider?: string | undefined
  /** True, as when left out, lists those that hold; false those that have expired. */
  active?: boolean | undefined
}

/** Why an address is suppressed. */
export type SuppressionReason = "hard_bounce" | "soft_bounce" | "complaint" | "manual"

/** An account with its team and the accounts that the caller reaches. Spec: Resources, Team. */
export interface Team {
  /** The account. */
  account: Account
  /** Its members. */
  memberships: Membership[]
  /** Its invitations; empty for members, since tokens let people in. */
  invites: Invite[]
  /** The accounts that the caller reaches. */
  accessible_accounts: Account[]
  [field: string]: unknown
}

/** The size of an account's team and the caller's place in it. Spec: Resources, Team summary. */
export interface TeamSummary {
  /** Members and pending invitations that the plan allows. */
  seat_limit: number
  /** Seats taken: members and pending invitations. */
  seat_count: number
  /** People in the team. */
  member_count: number
  /** Invitations that are pending. */
  invite_count: number
  /** The caller's role in the account. */
  current_role: "owner" | "admin" | "member" | (string & {})
  /** Whether the caller may change the team. */
  can_manage_team: boolean
  [field: string]: unknown
}

/** A message to fill in, in Liquid. Spec: Contacts, lists and other groups. */
export interface Template {
  /** The template's id. */
  id: number
  /** The brand that it belongs to. */
  brand_id: number
  /** What the template is called; recipients do not see it. */
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
  /** Grows by one with every change. */
  version: number
  /** The names that it fills in, for example `data.order`. */
  variables: string[]
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** A template to add. */
export interface TemplateCreate {
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
}

/** What became of a test. */
export interface TemplateTestResult {
  /** How many were sent. */
  sent: number
  /** What became of each address. */
  results: TemplateTestSend[]
  [field: string]: unknown
}

/** What became of a test to one address. */
export interface TemplateTestSend {
  /** The address. */
  email: string
  /** Whether it was sent. */
  success: boolean
  /** The status of its message. */
  status: "queued" | "sent" | "failed" | (string & {})
  /** Why it was not sent; null when it was. */
  error?: string | null | undefined
  /** The message that was sent. */
  message_id?: number | null | undefined
  [field: string]: unknown
}

/** The changes to a template; what is left out stays, null clears. */
export interface TemplateUpdate {
  /** What the template is called. */
  name?: string | undefined
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
  /** The version that the change starts from; 409 when the template has moved on. */
  if_version?: number | undefined
}

/** Whom to send a test to. */
export interface TestTemplate {
  /** One address or several. */
  email: string | readonly string[]
}

/** Which sample event to send. */
export interface TestWebhook {
  /** `email.delivered` when left out. */
  type?: WebhookEventType | undefined
}

/** Something that a contact did, to record. Names the contact by exactly one of `contact_id` and `contact_email`. */
export interface TrackEvent {
  /** The contact who did it. */
  contact_id?: number | undefined
  /** The e-mail of a contact of the brand; capital letters do not matter. */
  contact_email?: string | undefined
  /** What happened: lower-case letters, digits and underscores, such as `order_placed`. */
  event: string
  /** Anything worth keeping, at most 32 KiB as JSON. */
  data?: Record<string, unknown> | undefined
  /** What it was worth, in the caller's own currency. */
  amount?: number | undefined
  /** Does the same as the header `Idempotency-Key`, and must equal it where both are given. */
  idempotency_key?: string | undefined
}

/** A person who signs in. Spec: Resources, User. */
export interface User {
  /** The person's id. */
  id: number
  /** The person's first name. */
  first_name: string
  /** The person's last name. */
  last_name: string
  /** The address that the person signs in with. */
  email: string
  /** Telephone number as the person wrote it; empty where none is known. */
  mobile: string
  /** ISO 3166 two-letter code; empty where none is known. */
  country_code: string
  /** IANA name, for example `Europe/Paris`. */
  time_zone: string
  /** True for staff of the service; not a role in an account. */
  admin: boolean
  /** How often the person has signed in to the dashboard. */
  ui_login_count: number
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** The changes to the signed-in person; what is left out stays. */
export interface UserUpdate {
  /** The person's first name. */
  first_name?: string | undefined
  /** The person's last name. */
  last_name?: string | undefined
  /** One address, or several of which the first becomes the address of sign-in. */
  email?: string | readonly string[] | undefined
  /** A phone number. */
  mobile?: string | undefined
  /** IANA name; null goes back to the default, `UTC`. */
  time_zone?: string | null | undefined
}

/** Whom to validate: exactly one of the four fields, all of the current brand. Spec: Email validation. */
export interface ValidationAudience {
  /** These addresses, by the ids of the contacts' channels. */
  contact_channel_ids?: readonly number[] | undefined
  /** The addresses of these contacts. */
  contact_ids?: readonly number[] | undefined
  /** The addresses of this list. */
  list_id?: number | undefined
  /** The addresses of this segment. */
  segment_id?: number | undefined
}

/** How many addresses a validation concerns. */
export interface ValidationCounts {
  /** Addresses in the audience. */
  candidate_count: number
  /** Candidates left out because another has the same address. */
  deduplicated_count: number
  /** Candidates with a result that is still current, at no charge. */
  cached_count: number
  /** Candidates that cannot be validated, such as suppressed ones. */
  ineligible_count: number
  /** Candidates that will be validated and charged. */
  eligible_count: number
  [field: string]: unknown
}

/** Whether the prepaid funding suffices, in cents. */
export interface ValidationFunding {
  /** Whether the funding suffices. */
  available: boolean
  /** The funding that can be spent. */
  available_cents: number
  /** What is missing; 0 where it suffices. */
  shortfall_cents: number
  [field: string]: unknown
}

/** The result for one candidate. */
export interface ValidationItem {
  /** The item's id. */
  id: number
  /** The contact's channel whose address it is. */
  contact_channel_id: number
  /** `billable` once there is a result that is charged. */
  status: "pending" | "executing" | "billable" | "not_billable" | "failed" | (string & {})
  /** Absent or null until there is a result. */
  verdict?: "deliverable" | "undeliverable" | "risky" | "unknown" | (string & {}) | null | undefined
  /** When there was a result; null before. */
  completed_at?: string | null | undefined
  [field: string]: unknown
}

/** A validation under way or done. Spec: States, Validation operation. */
export interface ValidationOperation {
  /** Opaque text, not a number. */
  operation_id: string
  /** With `needs_funding`, starting again with the same key resumes it once there is enough. */
  status: "requested" | "needs_funding" | "held" | "executing" | "committed" | "partially_committed" | "failed" | (string & {})
  /** The kind of audience. */
  source_kind: "list" | "segment" | "contacts" | "contact_channels" | (string & {})
  /** How many addresses it concerns. */
  counts: ValidationCounts
  /** What it costs at most. */
  pricing: ValidationPricing
  /** Whether the funding suffices. */
  funding: ValidationFunding
  /** When the first address was looked at; null before. */
  started_at?: string | null | undefined
  /** When it was over; null before. */
  completed_at?: string | null | undefined
  [field: string]: unknown
}

/** The id of a validation operation. */
export interface ValidationParams {
  /** The `operation_id`, opaque text. */
  id: string
}

/** What a validation costs at most. */
export interface ValidationPricing {
  /** Price of one address, in cents; may be a fraction. */
  unit_rate_cents: number
  /** The most that is charged, in cents. */
  maximum_charge_cents: number
  /** ISO 4217 code in lower case, for example `usd`. */
  currency: string
  /** Until when the price holds. */
  expires_at: string
  [field: string]: unknown
}

/** What a validation would concern and cost. Charges nothing. */
export interface ValidationQuote {
  /** `needs_funding` where the funding does not suffice. */
  status: "quoted" | "needs_funding" | (string & {})
  /** The kind of audience. */
  source_kind: "list" | "segment" | "contacts" | "contact_channels" | (string & {})
  /** How many addresses it would concern. */
  counts: ValidationCounts
  /** What it would cost at most. */
  pricing: ValidationPricing
  /** Whether the funding suffices. */
  funding: ValidationFunding
  [field: string]: unknown
}

/** An address that gets the brand's webhook events. Spec: Resources, Webhook. */
export interface Webhook {
  /** The endpoint's id. */
  id: number
  /** Where events go. */
  url: string
  /** The types of events that are sent. */
  events: ("email.sent" | "email.delivered" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.received" | (string & {}))[]
  /** Off: nothing is sent, and what happens meanwhile is never sent. */
  enabled: boolean
  /** `failing`: the last attempts failed; `disabled`: turned off, by hand or after three days of failures. */
  status: "active" | "failing" | "disabled" | (string & {})
  /** Since when every attempt failed. */
  failing_since?: string | null | undefined
  /** The signing secret: whole on create and with `reveal`, else `whsec_••••` and its last four characters. */
  secret: string
  /** The newest delivery; null before the first. */
  last_delivery?: WebhookLastDelivery | null | undefined
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** A file that came with an inbound mail: its description, not its contents. */
export interface WebhookAttachment {
  /** For downloading it from the conversation. */
  id: number
  /** The file's name, as the sender wrote it. */
  filename: string
  /** The media type that the sender claims. */
  content_type: string
  /** Bytes. */
  size: number
  /** False while no virus scan has passed; such a file downloads only when that is acknowledged. */
  scanned: boolean
  [field: string]: unknown
}

/** An endpoint to add. Spec: Webhooks. */
export interface WebhookCreate {
  /** HTTPS, a public internet address, no user name or password in it. */
  url: string
  /** The event types to send, at least one; repeated ones count once. */
  events: readonly WebhookEventType[]
}

/** One event on its way to one endpoint, with all its attempts. Spec: States, Webhook delivery. */
export interface WebhookDelivery {
  /** The delivery's id. */
  id: number
  /** `evt_…`: the `webhook-id` header, the same on every attempt. */
  event_id: string
  /** What happened. */
  event_type: "email.sent" | "email.delivered" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.received" | (string & {})
  /** `pending` while attempts remain; `delivered` after a 2xx; `failed` after the last one. */
  status: "pending" | "delivered" | "failed" | (string & {})
  /** How often it was tried so far. */
  attempts: number
  /** HTTP status of the last attempt; null when no response came. */
  last_response_status?: number | null | undefined
  /** Why the last attempt failed. */
  last_error?: string | null | undefined
  /** When it is tried again; null when it is not. */
  next_attempt_at?: string | null | undefined
  /** The body that is sent. */
  payload: WebhookPayload
  /** When it was made. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** A webhook event of a known type. Spec: Events. */
export type WebhookEvent = EmailSentEvent | EmailDeliveredEvent | EmailBouncedEvent | EmailComplainedEvent | EmailOpenedEvent | EmailClickedEvent | EmailFailedEvent | EmailReceivedEvent

/** The type of a documented event, for example `email.bounced`. */
export type WebhookEventType = "email.sent" | "email.delivered" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.received"

/** How to read an endpoint. */
export interface WebhookGetQuery {
  /** True responds with the whole signing secret. */
  reveal?: boolean | undefined
}

/** The newest delivery of an endpoint, without its payload. */
export interface WebhookLastDelivery {
  /** The delivery's id. */
  id: number
  /** `evt_…`: the `webhook-id` header. */
  event_id: string
  /** What happened. */
  event_type: "email.sent" | "email.delivered" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.received" | (string & {})
  /** `pending` while attempts remain; `delivered` after a 2xx; `failed` after the last one. */
  status: "pending" | "delivered" | "failed" | (string & {})
  /** How often it was tried so far. */
  attempts: number
  /** HTTP status of the last attempt; null when no response came. */
  last_response_status?: number | null | undefined
  /** When it was last changed. */
  updated_at: string
  [field: string]: unknown
}

/** The body of a webhook request of any type, known or not. */
export interface WebhookPayload {
  /** What happened. */
  type: "email.sent" | "email.delivered" | "email.bounced" | "email.complained" | "email.opened" | "email.clicked" | "email.failed" | "email.received" | (string & {})
  /** When it happened. */
  timestamp: string
  /** What it happened to. */
  data: {
    [field: string]: unknown
  }
  [field: string]: unknown
}

/** The changes to an endpoint; what is left out stays. Spec: Webhooks. */
export interface WebhookUpdate {
  /** HTTPS, a public internet address, no user name or password in it. */
  url?: string | undefined
  /** The event types to send from now on, at least one. */
  events?: readonly WebhookEventType[] | undefined
  /** False turns the endpoint off: what is pending waits, until it leaves the history after 7 days; true turns it on, sends the rest, and forgets past failures. */
  enabled?: boolean | undefined
}
