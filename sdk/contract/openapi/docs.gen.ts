// Written by `npm run generate` from the comments in sdk/contract. Do not edit.

/** What the source says about a constant and about the fields below it. */
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
      "delegated": "True when a manager acts for the account's owner.",
      "credential_type": "The kind of credential in use."
    }
  },
  "Account": {
    "about": "An account. Spec: Resources, Account.",
    "fields": {
      "avatar": "Address of the picture; null where there is none."
    }
  },
  "AccountReference": {
    "about": "An account by id and name."
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
    "about": "The affiliate centre. Spec: Resources, Affiliate centre payload.",
    "fields": {
      "setup_status": "How far linking has got.",
      "share_url": "Null until the account is linked."
    }
  },
  "AffiliateEarnings": {
    "about": "What the affiliate has earned.",
    "fields": {
      "known": "False while the amount has not been fetched."
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
    "about": "What came through the affiliate's link."
  },
  "AgentInboxEntitlement": {
    "about": "What a plan allows of the inbox feature. Spec: Resources, Account.",
    "fields": {
      "inbound_messages_included": "Messages a month without extra charge.",
      "inbound_message_overage_rate_cents": "Price of a message beyond those included, in cents, as decimal text such as `0.25`."
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
      "recommended": "Absent when the current plan covers the audience.",
      "summary": "Absent when the current plan covers the audience."
    }
  },
  "Billing": {
    "about": "An account's plan, allowances and use. Spec: Resources, Account.",
    "fields": {
      "spend_cap_monthly_cents": "What use beyond the plan may cost in a month, in cents.",
      "comped": "True when the service bears the cost."
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
      "limit": "Null where there is no limit."
    }
  },
  "Campaign": {
    "about": "One sending to many contacts. Spec: Contacts, lists and other groups.",
    "fields": {
      "sent_count": "Messages sent so far.",
      "editable": "Whether it can still be changed."
    }
  },
  "CampaignAudience": {
    "about": "Whom a campaign goes to.",
    "fields": {
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
      "window_seconds": "Length of the rolling window, in seconds."
    }
  },
  "CapacityRecovery": {
    "about": "Where sending stands against its allowance, and the ways out. Spec: Errors.",
    "fields": {
      "retry_at": "When the window frees; null while nothing is used up, or where it never will."
    }
  },
  "CheckoutStatusQuery": {
    "about": "The checkout to look at.",
    "fields": {
      "purchase_id": "The purchase that the checkout answered."
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
      "source": "Where the contact came from, for example `api` or `import`.",
      "data": "The brand's own fields, such as further columns of an import."
    }
  },
  "ContactChannel": {
    "about": "One way to reach a contact.",
    "fields": {
      "value": "The address or phone number."
    }
  },
  "ContactCreate": {
    "about": "A contact to add, or to complete when the brand has one with this e-mail.",
    "fields": {
      "email": "Capital letters do not matter.",
      "first_name": "The contact's first name.",
      "last_name": "The contact's last name.",
      "opt_in": "Whether the contact agreed to get e-mail: sets `subscribed_email`."
    }
  },
  "ContactEvent": {
    "about": "Something that a contact did. Spec: Contacts, lists and other groups.",
    "fields": {
      "event": "What happened, for example `order_placed`.",
      "amount": "What it was worth, in the caller's own currency."
    }
  },
  "ContactEventQuery": {
    "about": "Which contact events to list.",
    "fields": {
      "event": "Only events of this name.",
      "contact_id": "Only events of this contact.",
      "created_after": "Only events after this moment.",
      "created_before": "Only events before this moment."
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
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "DeliveryStatus": {
    "about": "Whether the brand may send now, and how much. It authorizes and reserves nothing. Spec: Suppressions and delivery.",
    "fields": {
      "assessment_scope": "What the assessment is about.",
      "blocking_control": "What holds sending back; null when nothing does.",
      "remediation": "What can be done about it.",
      "capacity_recovery": "Present once the allowance is nearly or wholly used.",
      "retry_at": "When sending can go on."
    }
  },
  "EmailBouncedData": {
    "about": "Data of `email.bounced`.",
    "fields": {
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "EmailBouncedEvent": {
    "about": "The message bounced, for good or for now.",
    "fields": {
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "EmailClickedData": {
    "about": "Data of `email.clicked`.",
    "fields": {
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent.",
      "url": "The link that was followed."
    }
  },
  "EmailClickedEvent": {
    "about": "A person followed a link for the first time; once for each link.",
    "fields": {
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent.",
      "url": "The link that was followed."
    }
  },
  "EmailComplainedData": {
    "about": "Data of `email.complained`.",
    "fields": {
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "EmailComplainedEvent": {
    "about": "The recipient marked the message as spam.",
    "fields": {
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "EmailDeliveredEvent": {
    "about": "The recipient's mail server accepted the message.",
    "fields": {
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "EmailFailedData": {
    "about": "Data of `email.failed`.",
    "fields": {
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "EmailFailedEvent": {
    "about": "The message failed for good; nothing is reported while it is still being retried.",
    "fields": {
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "EmailOpenedEvent": {
    "about": "The message was opened for the first time; scanners and bots do not count.",
    "fields": {
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "EmailReceivedData": {
    "about": "Data of `email.received`.",
    "fields": {
      "message_id": "The message that this mail answers; null when it answers none of yours, and in a test event.",
      "idempotency_key": "The `Idempotency-Key` of the send that it answers; absent when there was none.",
      "tags": "The tags of the send that it answers; empty when it answers none.",
      "text": "Plain text, at most 64 KiB; empty when the mail has none.",
      "html": "HTML, at most 64 KiB; empty when the mail has none. Written by a stranger: sanitise it before showing it.",
      "truncated": "True when `text` or `html` was cut.",
      "auto_submitted": "True for out-of-office replies and the like.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "EmailReceivedEvent": {
    "about": "A mail reached one of the brand's inboxes: an answer, an automatic answer, or a new mail.",
    "fields": {
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "message_id": "The message that this mail answers; null when it answers none of yours, and in a test event.",
      "idempotency_key": "The `Idempotency-Key` of the send that it answers; absent when there was none.",
      "tags": "The tags of the send that it answers; empty when it answers none.",
      "text": "Plain text, at most 64 KiB; empty when the mail has none.",
      "html": "HTML, at most 64 KiB; empty when the mail has none. Written by a stranger: sanitise it before showing it.",
      "truncated": "True when `text` or `html` was cut.",
      "auto_submitted": "True for out-of-office replies and the like.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent."
    }
  },
  "EmailSentData": {
    "about": "Data of `email.sent`.",
    "fields": {
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent.",
      "sent_at": "When the provider accepted the message (ISO 8601, UTC)."
    }
  },
  "EmailSentEvent": {
    "about": "The provider accepted the message.",
    "fields": {
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "message_id": "The id that sending the message returned; null in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send; absent when none was given.",
      "tags": "The tags of the send, and the service's own `account_id`, `brand_id` and `message_id`.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent.",
      "sent_at": "When the provider accepted the message (ISO 8601, UTC)."
    }
  },
  "Entitlements": {
    "about": "What a plan allows beyond volume."
  },
  "ErrorBody": {
    "about": "The body of an error answer. Spec: Errors.",
    "fields": {
      "code": "The HTTP status, or a string such as `idempotency_conflict` where the interface names one.",
      "validation_errors": "Field name to what is wrong with it; only on 422.",
      "error_code": "The machine reason.",
      "retryable": "True when the same request can succeed later."
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
      "trigger": "What starts it."
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
    "about": "The answer to a form: the same whether or not the address was known."
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
      "reserved_cents": "Set aside for work in progress.",
      "pending_purchase": "A purchase that is neither credited nor given up."
    }
  },
  "FundingOffer": {
    "about": "What can be bought.",
    "fields": {
      "preset_cents": "Amounts to propose, in cents."
    }
  },
  "FundingPurchase": {
    "about": "A purchase of prepaid funding. Finished when its status is `credited`. Spec: States, Purchases.",
    "fields": {
      "currency": "ISO 4217 code in lower case, for example `usd`.",
      "credited_cents": "What has arrived: 0 until the purchase is credited.",
      "checkout_url": "Where a person pays."
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
    "about": "A funding purchase, and the funding as it now stands."
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
    "about": "The person who acts in another's name."
  },
  "Import": {
    "about": "An import under way or done. Spec: Imports.",
    "fields": {
      "total_rows": "Rows of the file, without its header.",
      "progress_pct": "0 to 100.",
      "import_errors": "The first 1,000 rows that failed; `failed_rows` counts them all."
    }
  },
  "ImportCreate": {
    "about": "The parts of an import upload. Spec: Imports.",
    "fields": {
      "file": "CSV with a header row. Known columns: email, first_name, last_name, opt_in; others go to the contact's `data`.",
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
    "about": "A row that was not imported: its line in the file from 1, what is wrong, and the line's text."
  },
  "Invite": {
    "about": "An invitation to join an account. Spec: Resources, Invite.",
    "fields": {
      "role": "The role that the person gets on accepting.",
      "token": "What the invited person accepts with.",
      "status": "`pending` until it is accepted, revoked, or seven days old."
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
    "about": "Totals since the account began."
  },
  "List": {
    "about": "A named set of contacts. Spec: Contacts, lists and other groups."
  },
  "ListBulkResult": {
    "about": "What became of each e-mail.",
    "fields": {
      "added": "How many contacts were put on the list.",
      "removed": "How many contacts were taken off the list.",
      "not_found": "E-mails that are no contact of the brand."
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
    "about": "A sign-in."
  },
  "LoginUser": {
    "about": "The person who signs in.",
    "fields": {
      "email": "The person's address.",
      "password": "The person's password."
    }
  },
  "ManagedAccount": {
    "about": "A managed account on its way to its owner. Spec: Resources, Managed-account provisioning record.",
    "fields": {
      "source": "Where the request came from.",
      "allowed_actions": "What the manager can do next."
    }
  },
  "ManagedAccountCreate": {
    "about": "A request to provision an account."
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
      "reissues_remaining": "How often the invitation can still be sent anew."
    }
  },
  "ManagedAccountOwner": {
    "about": "The person who will own the managed account."
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
      "role": "`owner` is read only: it cannot be given, changed or removed."
    }
  },
  "MembershipRole": {
    "about": "The roles that can be given to a member of a team."
  },
  "MembershipUpdate": {
    "about": "The changes to a membership."
  },
  "Message": {
    "about": "One transactional e-mail or SMS. Spec: Resources, Message.",
    "fields": {
      "id": "The `message_id` of webhook events.",
      "to": "An e-mail address, or a phone number in E.164 form.",
      "subject": "Null for SMS.",
      "status": "`queued`: accepted for sending; `sent`: taken by the provider; `failed`: failed for good.",
      "provider_id": "The provider's own id of the message, once it took it.",
      "source_type": "`test` for the test send of a template; null for a transactional message.",
      "failure_code": "Why it failed, for example `suppressed`."
    }
  },
  "MessageChannel": {
    "about": "How a message travels."
  },
  "OAuthLaunch": {
    "about": "The start of a sign-in with an identity provider.",
    "fields": {
      "auth_intent": "`agent` comes from an agent's connect flow and needs `resume_url`.",
      "auth_step": "Whether the person signs in or signs up.",
      "resume_url": "Where to go on afterwards: the frontend's connect route. Required when `auth_intent` is `agent`."
    }
  },
  "OAuthLaunchUrl": {
    "about": "A short-lived page that posts the browser on to the identity provider."
  },
  "OAuthProvider": {
    "about": "The identity providers to sign in with."
  },
  "PacingState": {
    "about": "How fast the queue is let out.",
    "fields": {
      "status": "`idle`: nothing waits; `pacing`: messages go out one after the other; `paused`: none goes out.",
      "queued_quantity": "Messages that wait."
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
    "about": "The plan that an account is on. The caps are recipients in 24 hours, one for each standing. Spec: Resources, Account."
  },
  "PlanCheckout": {
    "about": "The purchase of a plan. Finished when `activated` is true; creating it or paying is no proof. Spec: States, Purchases.",
    "fields": {
      "activated": "True once the requested plan is active.",
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
      "can_manage": "True when the person may manage the account.",
      "needs_subscribe": "True when the account must take a plan first."
    }
  },
  "PopupContext": {
    "about": "What the OAuth popup shows. Spec: Resources, OAuth popup context.",
    "fields": {
      "payment_publishable_key": "The payment provider's publishable key; not a secret."
    }
  },
  "PopupErrorBody": {
    "about": "The error body of the OAuth popup endpoints on 400 and 422. Spec: Errors."
  },
  "PopupNextStep": {
    "about": "Where the popup goes after a plan is taken."
  },
  "PopupPlan": {
    "about": "A plan that the popup offers.",
    "fields": {
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
      "daily_cap": "Recipients in 24 hours.",
      "days_to_reach": "Days that one full send takes."
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
      "required_role": "Who may do it, for example `account_owner_or_admin`."
    }
  },
  "ResourceUsage": {
    "about": "Use of one metered resource in the current billing period.",
    "fields": {
      "overage_rate": "Price of one unit beyond the allowance, in cents.",
      "mode": "What happens beyond the allowance, for example `budget`.",
      "budget": "Most that may be spent beyond the allowance, in cents."
    }
  },
  "ResourceUsages": {
    "about": "Use of each metered resource."
  },
  "Segment": {
    "about": "The contacts that match a set of filters. Spec: Contacts, lists and other groups.",
    "fields": {
      "origin": "Who made it.",
      "cached_count": "Contacts that matched when it was last counted."
    }
  },
  "SendCampaign": {
    "about": "When to send a campaign.",
    "fields": {
      "deliver_at": "At once when left out or past."
    }
  },
  "SendMessage": {
    "about": "A message to send. An e-mail needs `to`, `subject` and `html`, `body` or `template_id`; an SMS needs `to` and `body`, and takes nothing else but `data`. Spec: Transactional messages.",
    "fields": {
      "to": "An e-mail address; for SMS a phone number in E.164 form, such as `+4915112345678`.",
      "subject": "E-mail only.",
      "html": "E-mail only: the HTML part; wins over the template's.",
      "body": "Plain text: the SMS itself, or the text part of an e-mail, where it wins over the template's.",
      "template_id": "E-mail only: the template that gives the parts that the message leaves out.",
      "from": "E-mail only: a verified sender of the brand, with or without a name. The brand's own sender when left out.",
      "from_email": "Another name for `from`.",
      "reply_to": "E-mail only: where answers go.",
      "headers": "E-mail only: extra headers by name; reserved ones are refused (`reservedHeaders`).",
      "tags": "E-mail only: labels that come back in webhook events; reserved keys are refused (`reservedTags`).",
      "data": "What the text can name as `{{ data.x }}`."
    }
  },
  "Signup": {
    "about": "A sign-up."
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
      "reason": "A hard bounce or a complaint holds for good, a soft bounce for seven days.",
      "active": "False once it has expired.",
      "source_provider": "Who reported it.",
      "provider_diagnostic": "What the provider said, shortened.",
      "event_occurred_at": "When the bounce or complaint happened.",
      "expires_at": "When it stops to hold; null for good."
    }
  },
  "SuppressionQuery": {
    "about": "Which suppressions to list.",
    "fields": {
      "email": "The whole address; capital letters do not matter.",
      "source_provider": "Only those that this provider reported.",
      "active": "True, as when left out, lists those that hold; false those that have expired."
    }
  },
  "SuppressionReason": {
    "about": "Why an address is suppressed."
  },
  "Team": {
    "about": "An account with its team and the accounts that the caller reaches. Spec: Resources, Team metadata."
  },
  "TeamSummary": {
    "about": "The size of an account's team and the caller's place in it. Spec: Resources, Team summary.",
    "fields": {
      "seat_limit": "Members and pending invitations that the plan allows.",
      "current_role": "The caller's role in the account."
    }
  },
  "Template": {
    "about": "A message to fill in, in Liquid. Spec: Contacts, lists and other groups.",
    "fields": {
      "subject": "In Liquid: `{{ data.x }}` and `{{ contact.first_name }}` are filled in on sending.",
      "html": "The HTML part, in Liquid.",
      "body": "The plain text part, in Liquid.",
      "preheader": "The line that mail programs show beside the subject.",
      "from_name": "The name that recipients see.",
      "from_email": "The address that it comes from.",
      "reply_to": "Where answers go.",
      "version": "Grows by one with every change.",
      "variables": "The names that it fills in, for example `data.order`."
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
      "reply_to": "Where answers go."
    }
  },
  "TemplateTestResult": {
    "about": "What became of a test.",
    "fields": {
      "sent": "How many were sent."
    }
  },
  "TemplateTestSend": {
    "about": "What became of a test to one address."
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
      "reply_to": "Where answers go.",
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
      "mobile": "Telephone number as the person wrote it; empty where none is known.",
      "country_code": "ISO 3166 two-letter code; empty where none is known.",
      "time_zone": "IANA name, for example `Europe/Paris`.",
      "admin": "True for staff of the service; not a role in an account.",
      "ui_login_count": "How often the person has signed in to the dashboard."
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
      "deduplicated_count": "Candidates left out because another has the same address.",
      "cached_count": "Candidates with a result that is still current, at no charge.",
      "eligible_count": "Candidates that will be validated and charged."
    }
  },
  "ValidationFunding": {
    "about": "Whether the prepaid funding suffices, in cents."
  },
  "ValidationItem": {
    "about": "The result for one candidate.",
    "fields": {
      "verdict": "Absent or null until there is a result."
    }
  },
  "ValidationOperation": {
    "about": "A validation under way or done. Spec: States, Validation operation.",
    "fields": {
      "operation_id": "Opaque text, not a number.",
      "status": "With `needs_funding`, starting again with the same key resumes it once there is enough.",
      "source_kind": "The kind of audience."
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
      "maximum_charge_cents": "The most that is charged, in cents."
    }
  },
  "ValidationQuote": {
    "about": "What a validation would concern and cost. Charges nothing.",
    "fields": {
      "source_kind": "The kind of audience."
    }
  },
  "Webhook": {
    "about": "An address that gets the brand's webhook events. Spec: Resources, Webhook endpoint.",
    "fields": {
      "enabled": "Off: nothing is sent, and what happens meanwhile is never sent.",
      "status": "`failing`: the last attempts failed; `disabled`: turned off, by hand or after three days of failures.",
      "failing_since": "Since when every attempt failed.",
      "secret": "The signing secret: whole on create and with `reveal`, else `whsec_••••` and its last four characters."
    }
  },
  "WebhookAttachment": {
    "about": "A file that came with an inbound mail: its description, not its contents.",
    "fields": {
      "id": "For downloading it from the conversation.",
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
    "about": "One event on its way to one endpoint, with all its attempts. Spec: States and transitions, Webhook delivery.",
    "fields": {
      "event_id": "`evt_…`: the `webhook-id` header, the same on every attempt.",
      "status": "`pending` while attempts remain; `delivered` after a 2xx; `failed` after the last one.",
      "attempts": "How often it was tried so far.",
      "last_response_status": "HTTP status of the last attempt; null when no answer came.",
      "last_error": "Why the last attempt failed."
    }
  },
  "WebhookEvent": {
    "about": "A webhook event of a known type. Spec: Events.",
    "fields": {
      "timestamp": "When the event happened (ISO 8601, UTC). Retries can overtake each other: order by this.",
      "message_id": "The message that this mail answers; null when it answers none of yours, and in a test event.",
      "to": "The recipient's address.",
      "idempotency_key": "The `Idempotency-Key` of the send that it answers; absent when there was none.",
      "tags": "The tags of the send that it answers; empty when it answers none.",
      "test": "True when the event is a sample asked for through the webhook's test endpoint; else absent.",
      "sent_at": "When the provider accepted the message (ISO 8601, UTC).",
      "url": "The link that was followed.",
      "text": "Plain text, at most 64 KiB; empty when the mail has none.",
      "html": "HTML, at most 64 KiB; empty when the mail has none. Written by a stranger: sanitise it before showing it.",
      "truncated": "True when `text` or `html` was cut.",
      "auto_submitted": "True for out-of-office replies and the like."
    }
  },
  "WebhookEventType": {
    "about": "The type of a documented event, for example `email.bounced`."
  },
  "WebhookGetQuery": {
    "about": "How to read an endpoint.",
    "fields": {
      "reveal": "True answers with the whole signing secret."
    }
  },
  "WebhookLastDelivery": {
    "about": "The newest delivery of an endpoint, without its payload."
  },
  "WebhookPayload": {
    "about": "The body of a webhook request of any type, known or not.",
    "fields": {
      "timestamp": "When it happened."
    }
  },
  "WebhookUpdate": {
    "about": "The changes to an endpoint; what is left out stays. Spec: Webhooks.",
    "fields": {
      "url": "HTTPS, a public internet address, no user name or password in it.",
      "events": "The event types to send from now on, at least one.",
      "enabled": "False turns the endpoint off and fails what is pending; true turns it on and forgets past failures."
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
    "about": "Sendings to many contacts."
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
