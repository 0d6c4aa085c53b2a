// Written by `npm run generate` from the comments in sdk/contract. Do not edit.

/** The comments of a constant and of the fields below it. */
export interface ModelDoc {
  readonly about?: string
  /** By path: `user.first_name`. */
  readonly fields?: Readonly<Record<string, string>>
}

/** Models and endpoint groups by export name. */
export const docs: Readonly<Record<string, ModelDoc>> = {
  "Access": {
    "about": "How the caller came to reach an account; null where it is not through a management grant. Spec: Resources, Account.",
    "fields": {
      "source": "How the caller reaches the account: as its owner, by membership, or by a management grant.",
      "delegated": "True when a manager acts for the account's owner.",
      "manager_account_id": "The manager's account; null where no manager acts.",
      "manager_account_name": "What the manager's account is called.",
      "management_grant_id": "The grant that the manager acts under.",
      "permission_set": "What the grant allows.",
      "credential_type": "The kind of credential in use."
    }
  },
  "Account": {
    "about": "An account. Spec: Resources, Account.",
    "fields": {
      "id": "The account's id, for `X-Account-ID`.",
      "name": "What the account is called.",
      "avatar": "Address of the picture; null where there is none.",
      "banner": "Address of the picture; null where there is none.",
      "commercial_tier": "The tier that the account is sold at, for example `unsubscribed`.",
      "safe_mode_enabled": "True while the service holds the account to safe sending.",
      "access": "How the caller came to reach the account.",
      "billing": "Plan, allowances and use.",
      "team": "The size of the team, and the caller's place in it.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "AccountReference": {
    "about": "An account by id and name.",
    "fields": {
      "id": "The account's id.",
      "name": "What the account is called."
    }
  },
  "AccountUpdate": {
    "about": "The changes to an account; what is left out stays.",
    "fields": {
      "name": "What the account is called.",
      "avatar": "Signed blob ID of an uploaded picture.",
      "banner": "Signed blob ID of an uploaded picture."
    }
  },
  "Affiliate": {
    "about": "The affiliate centre. Spec: Resources, Affiliate.",
    "fields": {
      "enrolled": "True once the account is linked to an affiliate.",
      "available": "True when the programme can be used now.",
      "state": "`unlinked`; `pending` while linking is under way; `active` once linked.",
      "setup_status": "How far linking has got.",
      "share_url": "Null until the account is linked.",
      "stats": "What came through the link.",
      "earnings": "What was earned."
    }
  },
  "AffiliateEarnings": {
    "about": "What the affiliate has earned.",
    "fields": {
      "known": "False while the amount has not been fetched.",
      "total_cents": "What was earned in all, in cents.",
      "currency": "ISO 4217 code in lower case, for example `usd`."
    }
  },
  "AffiliateLink": {
    "about": "The affiliate's name; the account owner's where left out.",
    "fields": {
      "first_name": "The affiliate's first name.",
      "last_name": "The affiliate's last name."
    }
  },
  "AffiliateStats": {
    "about": "What came through the affiliate's link.",
    "fields": {
      "visitors": "People who followed the link.",
      "leads": "Visitors who signed up.",
      "conversions": "Leads who bought something."
    }
  },
  "AgentInboxEntitlement": {
    "about": "What a plan allows of the inbox feature. Spec: Resources, Account.",
    "fields": {
      "enabled": "Whether the plan has the inbox feature.",
      "max_inboxes": "Inboxes at most.",
      "inbound_messages_included": "Messages a month without extra charge.",
      "inbound_messages_metered": "Whether messages beyond those included are charged.",
      "inbound_message_overage_rate_cents": "Price of a message beyond those included, in cents, as decimal text such as `0.25`.",
      "max_inbound_domains": "Domains that can receive mail, at most.",
      "max_apex_domains": "Domains without a subdomain among them, at most.",
      "apex_mx": "Whether a domain without a subdomain can receive mail.",
      "legacy_forwarding": "Whether mail can be forwarded from another server.",
      "catch_all": "Whether an inbox can take every address of a domain.",
      "retention_days": "Days that messages are kept.",
      "advanced_queue_controls": "Whether queues have their further controls."
    }
  },
  "AttachmentParams": {
    "about": "Which attachment of which message.",
    "fields": {
      "conversation_id": "The conversation, as a webhook event names it.",
      "conversation_message_id": "The message in it.",
      "id": "The attachment's id."
    }
  },
  "AttachmentQuery": {
    "about": "How to download it.",
    "fields": {
      "acknowledge_unscanned": "True to download a file that has not been scanned for viruses; without it that is a 409."
    }
  },
  "AudienceReach": {
    "about": "How far the current plan reaches, and which plan would reach further. Spec: Resources, Audience reach.",
    "fields": {
      "audience": "Recipients of one full send.",
      "cohort": "The standing whose cap was measured with: `probation`, `standard` or `trusted`.",
      "current": "The plan that the account is on.",
      "recommended": "Absent when the current plan covers the audience.",
      "covered": "Whether the current plan covers the audience.",
      "summary": "Absent when the current plan covers the audience."
    }
  },
  "Billing": {
    "about": "An account's plan, allowances and use. Spec: Resources, Account.",
    "fields": {
      "access_policy": "What lets the account in, for example `free_allowed`.",
      "plan_name": "What the plan is called.",
      "plan": "The plan with its caps.",
      "spend_cap_monthly_cents": "What use beyond the plan may cost in a month, in cents.",
      "comped": "True when the service bears the cost.",
      "overage": "Use beyond the plan; its fields are not specified.",
      "funding": "Prepaid funding; its fields are not specified. `GET /v1/my/billing/funding` has them.",
      "provider_route": "The way that sending takes; its fields are not specified.",
      "entitlements": "What the account may use beyond volume.",
      "resources": "Use and allowance of each metered resource.",
      "brands": "How many brands there are and may be.",
      "lifetime": "Totals since the account began."
    }
  },
  "Bounce": {
    "about": "Why a message bounced.",
    "fields": {
      "type": "`hard` for good, `soft` for now. The address is suppressed for good, or for seven days.",
      "subtype": "The provider's finer class, for example `mailbox_full`."
    }
  },
  "BrandUsage": {
    "about": "How many brands the account has and may have.",
    "fields": {
      "used": "Brands that there are.",
      "limit": "Null where there is no limit.",
      "remaining": "Brands that can still be made; null where there is no limit.",
      "unlimited": "True where there is no limit.",
      "can_create": "Whether one more can be made now."
    }
  },
  "Campaign": {
    "about": "One sending to many contacts. Spec: Contacts, lists and other groups.",
    "fields": {
      "id": "The campaign's id.",
      "account_id": "The account that it belongs to.",
      "brand_id": "The brand that it belongs to.",
      "name": "What the campaign is called; recipients do not see it.",
      "channel": "The channel: e-mail or SMS.",
      "status": "`draft` until it is sent or `scheduled`; `live` while it goes out, days where the sending limit asks for them; then `completed`.",
      "subject": "The subject line; null where it is the template's.",
      "template_id": "The template that is sent.",
      "audience": "Whom it goes to.",
      "scheduled_at": "When it is to go out; null where it has no set time.",
      "sent_count": "Messages sent so far. Stands still while the sending limit is used up, and goes on when it frees.",
      "editable": "Whether it can still be changed.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "CampaignAudience": {
    "about": "Whom a campaign goes to.",
    "fields": {
      "type": "What the audience is made of.",
      "list_ids": "Only with `lists`.",
      "segment_id": "Only with `segment`."
    }
  },
  "CampaignAudienceChoice": {
    "about": "Whom to send a campaign to: lists with `list_ids`, a segment with `segment_id`, or all contacts.",
    "fields": {
      "type": "What the audience is made of.",
      "list_ids": "With `lists`: at least one.",
      "segment_id": "With `segment`."
    }
  },
  "CampaignCreate": {
    "about": "A campaign to begin, as a draft.",
    "fields": {
      "name": "What the campaign is called; recipients do not see it.",
      "channel": "`email` when left out.",
      "subject": "The subject line, where it is not the template's.",
      "template_id": "The template to send.",
      "audience": "Whom it goes to."
    }
  },
  "CampaignUpdate": {
    "about": "The changes to a campaign; what is left out stays, null clears.",
    "fields": {
      "name": "What the campaign is called; recipients do not see it.",
      "subject": "The subject line, where it is not the template's.",
      "template_id": "The template to send.",
      "audience": "Whom it goes to."
    }
  },
  "Capacity": {
    "about": "The sending allowance and what is left of it. Counts are recipients in the window. Spec: Errors.",
    "fields": {
      "source": "What the allowance comes from.",
      "window_seconds": "Length of the rolling window, in seconds.",
      "status": "`known` where the counts are certain.",
      "limit": "Recipients allowed in the window.",
      "reserved": "Set aside for sends under way.",
      "accepted": "Taken by the provider within the window.",
      "provider_unknown": "Handed over, with an outcome that is not known yet.",
      "remaining": "What can still be sent to now."
    }
  },
  "CapacityRecovery": {
    "about": "Where sending stands against its allowance, and the ways out. Spec: Errors.",
    "fields": {
      "state": "`approaching` from 80 % of the allowance on; `reached` once it is used up.",
      "reason_code": "The machine reason.",
      "blocking_control": "What holds sending back, or is about to.",
      "usage_percent": "How much of the allowance is used, in percent.",
      "requested_quantity": "Recipients that were asked for.",
      "label": "A heading, for people.",
      "detail": "What is the matter, for people.",
      "capacity": "The allowance in numbers.",
      "upgrade_url": "Where a larger plan is bought.",
      "retry_at": "When the window frees; null while nothing is used up, or where it never will.",
      "recovery_action": "What helps best.",
      "recovery_actions": "All that helps.",
      "owner_action": "What only the account's owner can do."
    }
  },
  "CheckoutStatusQuery": {
    "about": "The checkout to look at.",
    "fields": {
      "purchase_id": "The purchase that the checkout returned."
    }
  },
  "Complaint": {
    "about": "How a recipient complained.",
    "fields": {
      "feedback_type": "The feedback loop's word for it, for example `abuse`."
    }
  },
  "Contact": {
    "about": "A person that the brand writes to. Spec: Contacts, lists and other groups.",
    "fields": {
      "id": "The contact's id.",
      "brand_id": "The brand that it belongs to.",
      "uuid": "A name of the contact that says nothing of how many there are.",
      "email": "The contact's address, as it was written first.",
      "first_name": "The contact's first name.",
      "last_name": "The contact's last name.",
      "source": "Where the contact came from, for example `api` or `import`.",
      "data": "The brand's own fields, such as further columns of an import.",
      "subscribed_email": "Whether the contact agreed to get e-mail.",
      "list_ids": "The lists that the contact is on.",
      "channels": "The ways to reach the contact.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "ContactChannel": {
    "about": "One way to reach a contact.",
    "fields": {
      "id": "The channel's id, for validations; not the contact's.",
      "kind": "How it reaches the contact.",
      "value": "The address or phone number.",
      "subscribed": "Whether the contact agreed to be reached by it.",
      "opt_in_at": "When the contact last agreed.",
      "opt_out_at": "When the contact last refused."
    }
  },
  "ContactCreate": {
    "about": "A contact to add, or to complete when the brand has one with this e-mail.",
    "fields": {
      "email": "Capital letters do not matter.",
      "first_name": "The contact's first name.",
      "last_name": "The contact's last name.",
      "opt_in": "Whether the contact agreed to get e-mail: true subscribes, false unsubscribes, also a contact that is there already. Sets `subscribed_email`. Transactional messages still reach an unsubscribed contact."
    }
  },
  "ContactEvent": {
    "about": "Something that a contact did. Spec: Contacts, lists and other groups.",
    "fields": {
      "id": "The event's id.",
      "account_id": "The account that it belongs to.",
      "contact_id": "The contact who did it.",
      "event": "What happened, for example `order_placed`.",
      "data": "What the caller added, at most 32 KiB as JSON.",
      "amount": "What it was worth, in the caller's own currency.",
      "idempotency_key": "The key that it was recorded with.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "ContactEventQuery": {
    "about": "Which contact events to list.",
    "fields": {
      "event": "Only events of this name.",
      "contact_id": "Only events of this contact.",
      "created_after": "Only events after this moment. Any offset from UTC.",
      "created_before": "Only events before this moment. Any offset from UTC."
    }
  },
  "ContactQuery": {
    "about": "Which contacts to list.",
    "fields": {
      "search": "Part of the e-mail or of the name; a whole e-mail finds that contact alone.",
      "list_id": "Only contacts of this list."
    }
  },
  "DeliveryEventData": {
    "about": "What the events about one message that you sent have in common.",
    "fields": {
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "subject": "The subject line of the message.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "DeliveryStatus": {
    "about": "Whether the brand may send now, and how much. It authorizes and reserves nothing. Spec: Suppressions and delivery.",
    "fields": {
      "assessment_scope": "What the assessment is about.",
      "admission_status": "`allowed`; `deferred` until the window frees; `denied` while there is no allowance.",
      "commercial_capacity": "The allowance and what is left of it.",
      "pacing_state": "How fast messages go out.",
      "blocking_control": "What holds sending back; null when nothing does.",
      "reason_code": "The machine reason of a limit that is near or reached.",
      "remediation": "What can be done about it.",
      "capacity_recovery": "Present once the allowance is nearly or wholly used.",
      "retry_at": "When sending can go on.",
      "observed_at": "The moment that the assessment is of."
    }
  },
  "EmailBouncedData": {
    "about": "Data of `email.bounced`.",
    "fields": {
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "subject": "The subject line of the message.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent.",
      "bounce": "How it bounced."
    }
  },
  "EmailBouncedEvent": {
    "about": "The message bounced, for good or for now.",
    "fields": {
      "type": "What happened.",
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "data": "What it happened to."
    }
  },
  "EmailClickedData": {
    "about": "Data of `email.clicked`.",
    "fields": {
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "subject": "The subject line of the message.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent.",
      "url": "The link that was followed."
    }
  },
  "EmailClickedEvent": {
    "about": "A person followed a link for the first time; once for each link.",
    "fields": {
      "type": "What happened.",
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "data": "What it happened to."
    }
  },
  "EmailComplainedData": {
    "about": "Data of `email.complained`.",
    "fields": {
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "subject": "The subject line of the message.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent.",
      "complaint": "How the recipient complained."
    }
  },
  "EmailComplainedEvent": {
    "about": "The recipient marked the message as spam.",
    "fields": {
      "type": "What happened.",
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "data": "What it happened to."
    }
  },
  "EmailDeliveredEvent": {
    "about": "The recipient's mail server accepted the message.",
    "fields": {
      "type": "What happened.",
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "data": "What it happened to."
    }
  },
  "EmailFailedData": {
    "about": "Data of `email.failed`.",
    "fields": {
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "subject": "The subject line of the message.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent.",
      "failure": "Why it failed."
    }
  },
  "EmailFailedEvent": {
    "about": "The message failed for good; nothing is reported while it is still being retried.",
    "fields": {
      "type": "What happened.",
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "data": "What it happened to."
    }
  },
  "EmailOpenedEvent": {
    "about": "The message was opened for the first time; scanners and bots do not count.",
    "fields": {
      "type": "What happened.",
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "data": "What it happened to."
    }
  },
  "EmailReceivedData": {
    "about": "Data of `email.received`.",
    "fields": {
      "message_id": "The message that this mail replies to; null when it replies to none of yours, and in a test event.",
      "idempotency_key": "The `Idempotency-Key` of the send that it replies to; absent when there was none.",
      "tags": "The tags of the send that it replies to; empty when it replies to none.",
      "from": "Who wrote, with or without a name.",
      "to": "The inbox address that it reached.",
      "subject": "The subject line; empty when the mail has none.",
      "text": "Plain text, at most 64 KiB; empty when the mail has none.",
      "html": "HTML, at most 64 KiB; empty when the mail has none. Written by a stranger: sanitise it before showing it.",
      "truncated": "True when `text` or `html` was cut.",
      "auto_submitted": "True for out-of-office replies and the like.",
      "attachments": "What came along, without the contents.",
      "conversation_id": "The conversation that it belongs to.",
      "conversation_message_id": "The mail within the conversation.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "EmailReceivedEvent": {
    "about": "A mail reached one of the brand's inboxes: a reply, an automatic reply, or a new mail.",
    "fields": {
      "type": "What happened.",
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "data": "What it happened to."
    }
  },
  "EmailSentData": {
    "about": "Data of `email.sent`.",
    "fields": {
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "subject": "The subject line of the message.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent.",
      "sent_at": "When the provider accepted the message (ISO 8601, UTC)."
    }
  },
  "EmailSentEvent": {
    "about": "The provider accepted the message.",
    "fields": {
      "type": "What happened.",
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "data": "What it happened to."
    }
  },
  "Entitlements": {
    "about": "What a plan allows beyond volume.",
    "fields": {
      "agent_inbox": "The inbox feature."
    }
  },
  "ErrorBody": {
    "about": "The body of an error response. Spec: Errors.",
    "fields": {
      "code": "The HTTP status, or a string such as `idempotency_conflict` where the interface names one.",
      "message": "What is wrong, for people.",
      "error": "Always true.",
      "validation_errors": "Field name to what is wrong with it; only on 422.",
      "error_code": "The machine reason.",
      "provisioning_id": "The managed account that stands in the way.",
      "retryable": "True when the same request can succeed later.",
      "retry_at": "When the same request can succeed.",
      "recovery_action": "What someone can do about it.",
      "capacity_recovery": "Where sending stands, when its allowance is used up."
    }
  },
  "Failure": {
    "about": "Why a message failed for good.",
    "fields": {
      "code": "For machines, for example `suppressed`: the address is on the suppression list.",
      "reason": "For people.",
      "category": "The kind of failure that the code belongs to."
    }
  },
  "Flow": {
    "about": "Steps that run by themselves when something happens. Spec: Contacts, lists and other groups.",
    "fields": {
      "id": "The flow's id.",
      "brand_id": "The brand that it belongs to.",
      "name": "What the flow is called.",
      "status": "`draft` until it is started; `live` while it runs.",
      "trigger": "What starts it.",
      "steps": "What it does, one step after the other.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "FlowCreate": {
    "about": "A flow to begin, as a draft.",
    "fields": {
      "name": "What the flow is called.",
      "trigger": "What starts it.",
      "steps": "What it does, one step after the other."
    }
  },
  "FormReceipt": {
    "about": "The response to a form: the same whether or not the address was known.",
    "fields": {
      "ok": "Always true, whether or not the address was known."
    }
  },
  "FormSubmission": {
    "about": "What a visitor enters in a website form.",
    "fields": {
      "email": "The visitor's address.",
      "list_id": "The list that the visitor joins.",
      "first_name": "The visitor's first name.",
      "last_name": "The visitor's last name."
    }
  },
  "Funding": {
    "about": "The account's prepaid funding.",
    "fields": {
      "currency": "ISO 4217 code in lower case, for example `usd`.",
      "available_cents": "What can be spent, in cents.",
      "reserved_cents": "Set aside for work in progress.",
      "purchase": "What can be bought.",
      "pending_purchase": "A purchase that is neither credited nor given up."
    }
  },
  "FundingOffer": {
    "about": "What can be bought.",
    "fields": {
      "available": "Whether funding can be bought now.",
      "minimum_cents": "The least that can be bought at once, in cents.",
      "maximum_cents": "The most that can be bought at once, in cents.",
      "preset_cents": "Amounts to propose, in cents."
    }
  },
  "FundingPurchase": {
    "about": "A purchase of prepaid funding. Finished when its status is `credited`. Spec: States, Purchases.",
    "fields": {
      "id": "The purchase's id.",
      "status": "How far it is; only `credited` is proof of payment.",
      "currency": "ISO 4217 code in lower case, for example `usd`.",
      "amount_cents": "What is bought, in cents.",
      "credited_cents": "What has arrived: 0 until the purchase is credited.",
      "checkout_url": "Where a person pays.",
      "expires_at": "When it can no longer be paid.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "FundingPurchaseCreate": {
    "about": "The amount to buy.",
    "fields": {
      "amount_cents": "Between the minimum and maximum that the funding offers, in cents.",
      "currency": "ISO 4217 code, in either case; the account's own when left out."
    }
  },
  "FundingPurchaseResult": {
    "about": "A funding purchase, and the funding as it now stands.",
    "fields": {
      "purchase": "The purchase.",
      "funding": "The funding as it now stands."
    }
  },
  "IdParams": {
    "about": "Path parameters of an endpoint that names one record by its id.",
    "fields": {
      "id": "The record's id."
    }
  },
  "Impersonation": {
    "about": "Whether someone acts in the user's name. Spec: Resources, Impersonation.",
    "fields": {
      "impersonating": "Whether someone acts in the user's name.",
      "impersonator": "Absent or null when nobody does."
    }
  },
  "ImpersonationExit": {
    "about": "The end of an impersonation. Spec: Resources, Impersonation.",
    "fields": {
      "redirect_url": "Where the browser goes next."
    }
  },
  "Impersonator": {
    "about": "The person who acts in another's name.",
    "fields": {
      "id": "The person's id.",
      "name": "First and last name.",
      "email": "The person's address."
    }
  },
  "Import": {
    "about": "An import under way or done. Spec: Imports.",
    "fields": {
      "id": "The import's id.",
      "resource": "What is imported.",
      "status": "`complete` when every row was looked at; `failed` where the file as a whole cannot be read.",
      "total_rows": "Rows of the file, without its header.",
      "success_rows": "Rows imported so far.",
      "failed_rows": "Rows refused so far.",
      "progress_pct": "0 to 100.",
      "import_errors": "The first 1,000 rows that failed, each as `[line, problem, row]`; `failed_rows` counts them all.",
      "assigned_list_ids": "The lists that its contacts join.",
      "started_at": "When the first row was read; null before.",
      "ended_at": "When it was over; null before.",
      "created_at": "When it was made."
    }
  },
  "ImportCreate": {
    "about": "The parts of an import upload. Spec: Imports.",
    "fields": {
      "file": "CSV with a header row. Known columns: email, first_name, last_name, opt_in; others go to the contact's `data`.",
      "resource": "What the rows are.",
      "options": "Goes over the wire as one part of JSON text."
    }
  },
  "ImportOptions": {
    "about": "What to do with the imported rows.",
    "fields": {
      "list_ids": "The lists that imported contacts join."
    }
  },
  "ImportResource": {
    "about": "What can be imported."
  },
  "ImportRowError": {
    "about": "A row that was not imported: its line in the file from 1, the problem, and the row's text."
  },
  "Invite": {
    "about": "An invitation to join an account. Spec: Resources, Invite.",
    "fields": {
      "id": "The invitation's id.",
      "account_id": "The account that it belongs to.",
      "email": "Whom it is for.",
      "role": "The role that the person gets on accepting.",
      "token": "What the invited person accepts with.",
      "status": "`pending` until it is accepted, revoked, or seven days old.",
      "accepted_at": "When it was accepted; null before.",
      "revoked_at": "When it was revoked; null before.",
      "expires_at": "When it can no longer be accepted.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "InviteAcceptParams": {
    "about": "The token of an invitation.",
    "fields": {
      "id": "The invitation's token; not its number."
    }
  },
  "InviteCreate": {
    "about": "Whom to invite.",
    "fields": {
      "email": "Whom to invite.",
      "role": "`member` when left out."
    }
  },
  "JsonObject": {
    "about": "A JSON object whose keys are the caller's own."
  },
  "LifetimeUsage": {
    "about": "Totals since the account began.",
    "fields": {
      "email_sent": "E-mails sent.",
      "sms_sent": "SMS sent.",
      "ai_used": "Units of AI used."
    }
  },
  "List": {
    "about": "A named set of contacts. Spec: Contacts, lists and other groups.",
    "fields": {
      "id": "The list's id.",
      "brand_id": "The brand that it belongs to.",
      "name": "What the list is called.",
      "contacts_count": "How many contacts are on it.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "ListBulkResult": {
    "about": "What became of each e-mail.",
    "fields": {
      "action": "What was asked for.",
      "list_id": "The list that was changed.",
      "added": "How many contacts were put on the list.",
      "removed": "How many contacts were taken off the list.",
      "already_in_list": "E-mails whose contacts were on the list before.",
      "not_in_list": "E-mails whose contacts were not on the list.",
      "not_found": "E-mails that are no contact of the brand.",
      "invalid_emails": "Texts that are no e-mail address."
    }
  },
  "ListBulkUpdate": {
    "about": "Contacts to put on a list or to take off it, by e-mail. Repeating it changes nothing; it creates no contacts.",
    "fields": {
      "action": "Whether the contacts join the list or leave it.",
      "emails": "At most 10,000; capital letters do not matter."
    }
  },
  "ListCreate": {
    "about": "A list to add.",
    "fields": {
      "name": "What the list is called."
    }
  },
  "Login": {
    "about": "A sign-in.",
    "fields": {
      "user": "Who signs in."
    }
  },
  "LoginUser": {
    "about": "The person who signs in.",
    "fields": {
      "email": "The person's address.",
      "password": "The person's password."
    }
  },
  "ManagedAccount": {
    "about": "A managed account on its way to its owner. Spec: Resources, Managed account.",
    "fields": {
      "id": "The provisioning's id; not the account's.",
      "external_ref": "A name of the provisioning for use outside the service.",
      "source": "Where the request came from.",
      "status": "How far it is on its way to its owner.",
      "permission_set": "What the manager may do by the grant.",
      "allowed_actions": "What the manager can do next.",
      "managed_account": "The account that was made.",
      "owner": "Who will own it.",
      "invitation": "How the owner's invitation stands.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "ManagedAccountCreate": {
    "about": "A request to provision an account.",
    "fields": {
      "managed_account": "The account to provision."
    }
  },
  "ManagedAccountDetails": {
    "about": "The account to provision.",
    "fields": {
      "owner_email": "The address of the client, who will own the account.",
      "owner_first_name": "The client's first name.",
      "owner_last_name": "The client's last name.",
      "account_name": "What the account is called."
    }
  },
  "ManagedAccountInvitation": {
    "about": "The invitation to the owner; its times are null until they happen.",
    "fields": {
      "expired": "True once it has run out.",
      "expires_at": "When it runs out.",
      "deadline_at": "The last moment that there can be, every reissue used.",
      "notice_sent_at": "When the owner was reminded.",
      "claimed_at": "When the owner claimed the account.",
      "reissues_remaining": "How often the invitation can still be sent anew."
    }
  },
  "ManagedAccountOwner": {
    "about": "The person who will own the managed account.",
    "fields": {
      "email": "The owner's address."
    }
  },
  "ManagedAccountQuery": {
    "about": "Which managed accounts, in which order.",
    "fields": {
      "q": "Text to look for in the account's name and the owner's address.",
      "status": "One stage; `needs_setup` stands for every stage in which something is still to do.",
      "sort": "What the list goes by.",
      "direction": "Ascending or descending."
    }
  },
  "ManagementGrant": {
    "about": "A manager's permission to operate a client's account. Spec: Resources, Management grant.",
    "fields": {
      "id": "The grant's id, which commands must name.",
      "status": "`pending` until the owner confirms it; `active` until it is revoked or released.",
      "permission_set": "What it allows.",
      "manager_account": "Who may act.",
      "requested_at": "When the manager asked for it.",
      "activated_at": "When the owner confirmed it; null before.",
      "revoked_at": "When the client's owner took the permission back.",
      "released_at": "When the manager gave it up."
    }
  },
  "ManagementGrantCommand": {
    "about": "The grant that a command is meant for.",
    "fields": {
      "management_grant_id": "The id of the grant last read; guards against one that has replaced it meanwhile."
    }
  },
  "Membership": {
    "about": "A person's place in an account's team. Spec: Resources, Membership.",
    "fields": {
      "id": "The membership's id.",
      "role": "`owner` is read only: it cannot be given, changed or removed.",
      "user_id": "The person.",
      "email": "The person's address.",
      "name": "First and last name.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "MembershipRole": {
    "about": "The roles that can be given to a member of a team."
  },
  "MembershipUpdate": {
    "about": "The changes to a membership.",
    "fields": {
      "role": "The new role."
    }
  },
  "Message": {
    "about": "One transactional e-mail or SMS. Spec: Resources, Message.",
    "fields": {
      "id": "The `message_id` of webhook events.",
      "brand_id": "The brand that sent it.",
      "channel": "The channel: e-mail or SMS.",
      "to": "An e-mail address, or a phone number in E.164 form.",
      "subject": "Null for SMS.",
      "status": "`queued`: accepted for sending; `sent`: taken by the provider; `failed`: failed for good.",
      "provider_id": "The provider's own id of the message, once it took it.",
      "source_type": "`test` for the test send of a template; null for a transactional message.",
      "status_reason_code": "The machine reason of the status, for example `hard_bounce`.",
      "status_reason": "The reason of the status, for people.",
      "failure_code": "Why it failed, for example `suppressed`.",
      "failure_reason": "Why it failed, for people.",
      "failure_category": "The kind of failure that the code belongs to.",
      "sent_at": "When the provider took it; null before.",
      "created_at": "When it was made."
    }
  },
  "MessageChannel": {
    "about": "How a message travels."
  },
  "OAuthLaunch": {
    "about": "The start of a sign-in with an identity provider.",
    "fields": {
      "provider": "Who the person signs in with.",
      "auth_intent": "`agent` comes from an agent's connect flow and needs `resume_url`.",
      "auth_step": "Whether the person signs in or signs up.",
      "resume_url": "Where to go on afterwards: the frontend's connect route. Required when `auth_intent` is `agent`."
    }
  },
  "OAuthLaunchUrl": {
    "about": "A short-lived page that posts the browser on to the identity provider.",
    "fields": {
      "launch_url": "Where the browser goes; good for ten minutes, and once."
    }
  },
  "OAuthProvider": {
    "about": "The identity providers to sign in with."
  },
  "PacingState": {
    "about": "How fast the queue is let out.",
    "fields": {
      "status": "`idle`: nothing waits; `pacing`: messages go out one after the other; `paused`: none goes out.",
      "queued_quantity": "Messages that wait, and recipients that live campaigns are still to be sent to.",
      "next_dispatch_at": "When the next of them goes out; null when nothing waits."
    }
  },
  "PageQuery": {
    "about": "The page that a list request asks for. Spec: Limits.",
    "fields": {
      "page": "Number of the page, from 1.",
      "limit": "Rows a page, at most 100; a larger number is taken as 100.",
      "per": "Another name for `limit`; `limit` wins.",
      "per_page": "Another name for `limit`; `limit` and `per` win."
    }
  },
  "Plan": {
    "about": "The plan that an account is on. The caps are recipients in 24 hours, one for each standing. Spec: Resources, Account.",
    "fields": {
      "id": "The plan's id.",
      "name": "What the plan is called.",
      "active": "Whether the plan is in force.",
      "probation_recipient_cap_24h": "Recipients in 24 hours on probation.",
      "standard_recipient_cap_24h": "Recipients in 24 hours in standard standing.",
      "trusted_recipient_cap_24h": "Recipients in 24 hours in trusted standing.",
      "entitlements": "What the plan has beyond volume."
    }
  },
  "PlanCheckout": {
    "about": "The purchase of a plan. Finished when `activated` is true; creating it or paying is no proof. Spec: States, Purchases.",
    "fields": {
      "purchase_id": "The purchase, by which its status is asked for.",
      "status": "How far it is; `active` once the plan is.",
      "activated": "True once the requested plan is active.",
      "plan_name": "The plan that was asked for.",
      "checkout_url": "Where a person pays."
    }
  },
  "PlanCheckoutCreate": {
    "about": "The plan to buy.",
    "fields": {
      "plan_id": "The plan's id."
    }
  },
  "PopupAccount": {
    "about": "An account that the popup offers.",
    "fields": {
      "id": "The account's id.",
      "name": "What the account is called.",
      "access": "How the person reaches it.",
      "can_manage": "True when the person may manage the account.",
      "needs_subscribe": "True when the account must take a plan first."
    }
  },
  "PopupContext": {
    "about": "What the OAuth popup shows. Spec: Resources, Popup context.",
    "fields": {
      "accounts": "The accounts that the person reaches.",
      "plans": "The plans that can be taken.",
      "payment_publishable_key": "The payment provider's publishable key; not a secret."
    }
  },
  "PopupErrorBody": {
    "about": "The error body of the OAuth popup endpoints on 400 and 422. Spec: Errors.",
    "fields": {
      "error": "What is wrong, for people."
    }
  },
  "PopupNextStep": {
    "about": "Where the popup goes after a plan is taken.",
    "fields": {
      "next_step": "Where the popup goes on, for example `connect`."
    }
  },
  "PopupPlan": {
    "about": "A plan that the popup offers.",
    "fields": {
      "id": "The plan's id.",
      "name": "What the plan is called.",
      "slug": "A short name for machines.",
      "base_price_cents": "Price of one interval, in cents.",
      "interval": "For example `month`."
    }
  },
  "PopupSubscribe": {
    "about": "The plan taken in the popup.",
    "fields": {
      "plan_id": "The plan to take.",
      "account_id": "The account that takes it; the person's own when left out or null.",
      "payment_token": "Token of a means of payment, from the payment provider; plans that cost nothing need none."
    }
  },
  "ReachPlan": {
    "about": "A plan measured against an audience.",
    "fields": {
      "plan_id": "The plan's id.",
      "slug": "A short name for machines.",
      "name": "What the plan is called.",
      "tier_group": "The group of plans that it belongs to.",
      "daily_cap": "Recipients in 24 hours.",
      "capacity": "Recipients that it reaches at the account's standing.",
      "days_to_reach": "Days that one full send takes.",
      "covers": "Whether one full send fits."
    }
  },
  "ReachQuery": {
    "about": "The audience to measure.",
    "fields": {
      "audience": "Recipients of one full send, at least 1."
    }
  },
  "RecoveryAction": {
    "about": "What someone can do about an error. Spec: Errors.",
    "fields": {
      "type": "What to do, for example `upgrade_plan`.",
      "label": "What to write on a button.",
      "detail": "What it does, for people.",
      "url": "Where it is done.",
      "required_role": "Who may do it, for example `account_owner_or_admin`."
    }
  },
  "ResourceUsage": {
    "about": "Use of one metered resource in the current billing period.",
    "fields": {
      "used": "Units used in the period.",
      "allowance": "Units that the plan has in it.",
      "remaining": "Units left of the allowance.",
      "overage_rate": "Price of one unit beyond the allowance, in cents.",
      "mode": "What happens beyond the allowance, for example `budget`.",
      "budget": "Most that may be spent beyond the allowance, in cents.",
      "budget_used": "Spent beyond the allowance, in cents."
    }
  },
  "ResourceUsages": {
    "about": "Use of each metered resource.",
    "fields": {
      "email": "E-mail, in messages.",
      "sms": "SMS, in messages.",
      "ai": "AI, in units."
    }
  },
  "Segment": {
    "about": "The contacts that match a set of filters. Spec: Contacts, lists and other groups.",
    "fields": {
      "id": "The segment's id.",
      "brand_id": "The brand that it belongs to.",
      "name": "What the segment is called.",
      "origin": "Who made it.",
      "filters": "Fields of a contact, and what they must be.",
      "cached_count": "Contacts that matched when it was last counted.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "SendCampaign": {
    "about": "When to send a campaign.",
    "fields": {
      "deliver_at": "At once when left out or past. Any offset from UTC."
    }
  },
  "SendMessage": {
    "about": "A message to send. An e-mail needs `to`, `subject` and `html`, `body` or `template_id`; an SMS needs `to` and `body`, and takes nothing else but `data`. Spec: Transactional messages.",
    "fields": {
      "channel": "The channel; it decides what else is required.",
      "to": "An e-mail address; for SMS a phone number in E.164 form, such as `+4915112345678`.",
      "subject": "E-mail only.",
      "html": "E-mail only: the HTML part. With a template, it replaces the template's.",
      "body": "Plain text: the SMS itself, or the text part of an e-mail. With a template, it replaces the template's.",
      "template_id": "E-mail only: the template of all parts that the message leaves out.",
      "from": "E-mail only: a verified sender of the brand, with or without a name. The brand's own sender when left out.",
      "from_email": "Another name for `from`.",
      "reply_to": "E-mail only: where replies go.",
      "headers": "E-mail only: extra headers by name; reserved ones are refused (`reservedHeaders`).",
      "tags": "E-mail only: labels that come back in webhook events; reserved keys are refused (`reservedTags`).",
      "data": "What the text can name as `{{ data.x }}`."
    }
  },
  "Signup": {
    "about": "A sign-up.",
    "fields": {
      "user": "Who signs up."
    }
  },
  "SignupUser": {
    "about": "The person who signs up.",
    "fields": {
      "first_name": "The person's first name.",
      "last_name": "The person's last name.",
      "email": "The address to sign in with.",
      "mobile": "A phone number.",
      "invite_token": "Token of an invitation; the new user joins that account's team.",
      "password": "The password to sign in with.",
      "password_confirmation": "The password once more; must be equal where it is given."
    }
  },
  "StringMap": {
    "about": "Text to values, for example the tags of a message."
  },
  "Suppression": {
    "about": "An address that the account does not send to. Spec: Suppressions and delivery.",
    "fields": {
      "id": "The suppression's id.",
      "email": "The address that is not written to.",
      "reason": "A hard bounce or a complaint holds for good, a soft bounce for seven days.",
      "active": "False once it has expired.",
      "contact_id": "The contact with this address, where there is one.",
      "source_provider": "Who reported it.",
      "provider_diagnostic": "What the provider said, shortened.",
      "bounce_type": "`hard` or `soft`, where it bounced.",
      "bounce_subtype": "The provider's finer class of the bounce.",
      "complaint_feedback_type": "The feedback loop's word for the complaint.",
      "event_occurred_at": "When the bounce or complaint happened.",
      "expires_at": "When it stops to hold; null for good.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "SuppressionQuery": {
    "about": "Which suppressions to list.",
    "fields": {
      "email": "The whole address; capital letters do not matter.",
      "reason": "Only suppressions for this reason.",
      "source_provider": "Only those that this provider reported.",
      "active": "True, as when left out, lists those that hold; false those that have expired."
    }
  },
  "SuppressionReason": {
    "about": "Why an address is suppressed."
  },
  "Team": {
    "about": "An account with its team and the accounts that the caller reaches. Spec: Resources, Team.",
    "fields": {
      "account": "The account.",
      "memberships": "Its members.",
      "invites": "Its invitations; empty for members, since tokens let people in.",
      "accessible_accounts": "The accounts that the caller reaches."
    }
  },
  "TeamSummary": {
    "about": "The size of an account's team and the caller's place in it. Spec: Resources, Team summary.",
    "fields": {
      "seat_limit": "Members and pending invitations that the plan allows.",
      "seat_count": "Seats taken: members and pending invitations.",
      "member_count": "People in the team.",
      "invite_count": "Invitations that are pending.",
      "current_role": "The caller's role in the account.",
      "can_manage_team": "Whether the caller may change the team."
    }
  },
  "Template": {
    "about": "A message to fill in, in Liquid. Spec: Contacts, lists and other groups.",
    "fields": {
      "id": "The template's id.",
      "brand_id": "The brand that it belongs to.",
      "name": "What the template is called; recipients do not see it.",
      "subject": "In Liquid: `{{ data.x }}` and `{{ contact.first_name }}` are filled in on sending.",
      "html": "The HTML part, in Liquid.",
      "body": "The plain text part, in Liquid.",
      "preheader": "The line that mail programs show beside the subject.",
      "from_name": "The name that recipients see.",
      "from_email": "The address that it comes from.",
      "reply_to": "Where replies go.",
      "version": "Grows by one with every change.",
      "variables": "The names that it fills in, for example `data.order`.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "TemplateCreate": {
    "about": "A template to add.",
    "fields": {
      "name": "What the template is called.",
      "subject": "In Liquid: `{{ data.x }}` and `{{ contact.first_name }}` are filled in on sending.",
      "html": "The HTML part, in Liquid.",
      "body": "The plain text part, in Liquid.",
      "preheader": "The line that mail programs show beside the subject.",
      "from_name": "The name that recipients see.",
      "from_email": "The address that it comes from.",
      "reply_to": "Where replies go."
    }
  },
  "TemplateTestResult": {
    "about": "What became of a test.",
    "fields": {
      "sent": "How many were sent.",
      "results": "What became of each address."
    }
  },
  "TemplateTestSend": {
    "about": "What became of a test to one address.",
    "fields": {
      "email": "The address.",
      "success": "Whether it was sent.",
      "status": "The status of its message.",
      "error": "Why it was not sent; null when it was.",
      "message_id": "The message that was sent."
    }
  },
  "TemplateUpdate": {
    "about": "The changes to a template; what is left out stays, null clears.",
    "fields": {
      "name": "What the template is called.",
      "subject": "In Liquid: `{{ data.x }}` and `{{ contact.first_name }}` are filled in on sending.",
      "html": "The HTML part, in Liquid.",
      "body": "The plain text part, in Liquid.",
      "preheader": "The line that mail programs show beside the subject.",
      "from_name": "The name that recipients see.",
      "from_email": "The address that it comes from.",
      "reply_to": "Where replies go.",
      "if_version": "The version that the change starts from; 409 when the template has moved on."
    }
  },
  "TestTemplate": {
    "about": "Whom to send a test to.",
    "fields": {
      "email": "One address or several."
    }
  },
  "TestWebhook": {
    "about": "Which sample event to send.",
    "fields": {
      "type": "`email.delivered` when left out."
    }
  },
  "TrackEvent": {
    "about": "Something that a contact did, to record. Names the contact by exactly one of `contact_id` and `contact_email`.",
    "fields": {
      "contact_id": "The contact who did it.",
      "contact_email": "The e-mail of a contact of the brand; capital letters do not matter.",
      "event": "What happened: lower-case letters, digits and underscores, such as `order_placed`.",
      "data": "Anything worth keeping, at most 32 KiB as JSON.",
      "amount": "What it was worth, in the caller's own currency.",
      "idempotency_key": "Does the same as the header `Idempotency-Key`, and must equal it where both are given."
    }
  },
  "User": {
    "about": "A person who signs in. Spec: Resources, User.",
    "fields": {
      "id": "The person's id.",
      "first_name": "The person's first name.",
      "last_name": "The person's last name.",
      "email": "The address that the person signs in with.",
      "mobile": "Telephone number as the person wrote it; empty where none is known.",
      "country_code": "ISO 3166 two-letter code; empty where none is known.",
      "time_zone": "IANA name, for example `Europe/Paris`.",
      "admin": "True for staff of the service; not a role in an account.",
      "ui_login_count": "How often the person has signed in to the dashboard.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "UserUpdate": {
    "about": "The changes to the signed-in person; what is left out stays.",
    "fields": {
      "first_name": "The person's first name.",
      "last_name": "The person's last name.",
      "email": "One address, or several of which the first becomes the address of sign-in.",
      "mobile": "A phone number.",
      "time_zone": "IANA name; null goes back to the default, `UTC`."
    }
  },
  "ValidationAudience": {
    "about": "Whom to validate: exactly one of the four fields, all of the current brand. Spec: Email validation.",
    "fields": {
      "contact_channel_ids": "These addresses, by the ids of the contacts' channels.",
      "contact_ids": "The addresses of these contacts.",
      "list_id": "The addresses of this list.",
      "segment_id": "The addresses of this segment."
    }
  },
  "ValidationCounts": {
    "about": "How many addresses a validation concerns.",
    "fields": {
      "candidate_count": "Addresses in the audience.",
      "deduplicated_count": "Candidates left out because another has the same address.",
      "cached_count": "Candidates with a result that is still current, at no charge.",
      "ineligible_count": "Candidates that cannot be validated, such as suppressed ones.",
      "eligible_count": "Candidates that will be validated and charged."
    }
  },
  "ValidationFunding": {
    "about": "Whether the prepaid funding suffices, in cents.",
    "fields": {
      "available": "Whether the funding suffices.",
      "available_cents": "The funding that can be spent.",
      "shortfall_cents": "What is missing; 0 where it suffices."
    }
  },
  "ValidationItem": {
    "about": "The result for one candidate.",
    "fields": {
      "id": "The item's id.",
      "contact_channel_id": "The contact's channel whose address it is.",
      "status": "`billable` once there is a result that is charged.",
      "verdict": "Absent or null until there is a result.",
      "completed_at": "When there was a result; null before."
    }
  },
  "ValidationOperation": {
    "about": "A validation under way or done. Spec: States, Validation operation.",
    "fields": {
      "operation_id": "Opaque text, not a number.",
      "status": "With `needs_funding`, starting again with the same key resumes it once there is enough.",
      "source_kind": "The kind of audience.",
      "counts": "How many addresses it concerns.",
      "pricing": "What it costs at most.",
      "funding": "Whether the funding suffices.",
      "started_at": "When the first address was looked at; null before.",
      "completed_at": "When it was over; null before."
    }
  },
  "ValidationParams": {
    "about": "The id of a validation operation.",
    "fields": {
      "id": "The `operation_id`, opaque text."
    }
  },
  "ValidationPricing": {
    "about": "What a validation costs at most.",
    "fields": {
      "unit_rate_cents": "Price of one address, in cents; may be a fraction.",
      "maximum_charge_cents": "The most that is charged, in cents.",
      "currency": "ISO 4217 code in lower case, for example `usd`.",
      "expires_at": "Until when the price holds."
    }
  },
  "ValidationQuote": {
    "about": "What a validation would concern and cost. Charges nothing.",
    "fields": {
      "status": "`needs_funding` where the funding does not suffice.",
      "source_kind": "The kind of audience.",
      "counts": "How many addresses it would concern.",
      "pricing": "What it would cost at most.",
      "funding": "Whether the funding suffices."
    }
  },
  "Webhook": {
    "about": "An address that gets the brand's webhook events. Spec: Resources, Webhook.",
    "fields": {
      "id": "The endpoint's id.",
      "url": "Where events go.",
      "events": "The types of events that are sent.",
      "enabled": "Off: nothing is sent, and what happens meanwhile is never sent.",
      "status": "`failing`: the last attempts failed; `disabled`: turned off, by hand or after three days of failures.",
      "failing_since": "Since when every attempt failed.",
      "secret": "The signing secret: whole on create and with `reveal`, else `whsec_••••` and its last four characters.",
      "last_delivery": "The newest delivery; null before the first.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "WebhookAttachment": {
    "about": "A file that came with an inbound mail: its description, not its contents.",
    "fields": {
      "id": "For downloading it from the conversation.",
      "filename": "The file's name, as the sender wrote it.",
      "content_type": "The media type that the sender claims.",
      "size": "Bytes.",
      "scanned": "False while no virus scan has passed; such a file downloads only when that is acknowledged."
    }
  },
  "WebhookCreate": {
    "about": "An endpoint to add. Spec: Webhooks.",
    "fields": {
      "url": "HTTPS, a public internet address, no user name or password in it.",
      "events": "The event types to send, at least one; repeated ones count once."
    }
  },
  "WebhookDelivery": {
    "about": "One event on its way to one endpoint, with all its attempts. Spec: States, Webhook delivery.",
    "fields": {
      "id": "The delivery's id.",
      "event_id": "`evt_…`: the `webhook-id` header, the same on every attempt.",
      "event_type": "What happened.",
      "status": "`pending` while attempts remain; `delivered` after a 2xx; `failed` after the last one.",
      "attempts": "How often it was tried so far.",
      "last_response_status": "HTTP status of the last attempt; null when no response came.",
      "last_error": "Why the last attempt failed.",
      "next_attempt_at": "When it is tried again; null when it is not.",
      "payload": "The body that is sent.",
      "created_at": "When it was made.",
      "updated_at": "When it was last changed."
    }
  },
  "WebhookEvent": {
    "about": "A webhook event of a known type. Spec: Events."
  },
  "WebhookEventType": {
    "about": "The type of a documented event, for example `email.bounced`."
  },
  "WebhookGetQuery": {
    "about": "How to read an endpoint.",
    "fields": {
      "reveal": "True responds with the whole signing secret."
    }
  },
  "WebhookLastDelivery": {
    "about": "The newest delivery of an endpoint, without its payload.",
    "fields": {
      "id": "The delivery's id.",
      "event_id": "`evt_…`: the `webhook-id` header.",
      "event_type": "What happened.",
      "status": "`pending` while attempts remain; `delivered` after a 2xx; `failed` after the last one.",
      "attempts": "How often it was tried so far.",
      "last_response_status": "HTTP status of the last attempt; null when no response came.",
      "updated_at": "When it was last changed."
    }
  },
  "WebhookPayload": {
    "about": "The body of a webhook request of any type, known or not.",
    "fields": {
      "type": "What happened.",
      "timestamp": "When it happened.",
      "data": "What it happened to."
    }
  },
  "WebhookUpdate": {
    "about": "The changes to an endpoint; what is left out stays. Spec: Webhooks.",
    "fields": {
      "url": "HTTPS, a public internet address, no user name or password in it.",
      "events": "The event types to send from now on, at least one.",
      "enabled": "False turns the endpoint off: what is pending waits, until it leaves the history after 7 days; true turns it on, sends the rest, and forgets past failures."
    }
  },
  "account": {
    "about": "The account that the credential and `X-Account-ID` select."
  },
  "accounts": {
    "about": "The accounts that the caller reaches."
  },
  "affiliate": {
    "about": "The affiliate centre: for signed-in people, not for API keys."
  },
  "attachments": {
    "about": "Files that came with inbox messages."
  },
  "auth": {
    "about": "Sign-up, sign-in and sign-out. The JWT comes in the response header `Authorization`, the body is the User."
  },
  "campaigns": {
    "about": "Bulk sends to many contacts."
  },
  "contacts": {
    "about": "The people that the brand writes to."
  },
  "delivery": {
    "about": "The brand's standing as a sender."
  },
  "events": {
    "about": "What contacts did."
  },
  "flows": {
    "about": "Steps that run by themselves."
  },
  "funding": {
    "about": "Prepaid funding."
  },
  "fundingPurchases": {
    "about": "Purchases of prepaid funding."
  },
  "impersonation": {
    "about": "Acting in another user's name."
  },
  "imports": {
    "about": "Imports of CSV files."
  },
  "invites": {
    "about": "Invitations to join the account's team."
  },
  "lists": {
    "about": "Named sets of contacts."
  },
  "managedAccounts": {
    "about": "Client-owned accounts that a manager account provisions."
  },
  "managementGrant": {
    "about": "The management grant over the selected account; for that account's owner only."
  },
  "memberships": {
    "about": "The people of the account's team."
  },
  "messages": {
    "about": "Transactional e-mail and SMS."
  },
  "oauth": {
    "about": "The popup in which a person signs in and picks a plan."
  },
  "publicForms": {
    "about": "Website forms, with the brand's public key."
  },
  "segments": {
    "about": "Contacts by filter."
  },
  "subscription": {
    "about": "The account's plan."
  },
  "suppressions": {
    "about": "Addresses that the account does not send to."
  },
  "templates": {
    "about": "Messages to fill in."
  },
  "user": {
    "about": "The signed-in person."
  },
  "validations": {
    "about": "Prepaid validation of e-mail addresses; never started by an import, a schedule or a send."
  },
  "webhooks": {
    "about": "Endpoints that get signed webhook events."
  }
}
