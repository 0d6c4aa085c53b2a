/** What people look for under a name of another service, and what to use here. */
export interface Alternative {
  /** What they look for, as they would say it. */
  readonly task: string
  /** False when the service does not offer it: then the texts name what comes nearest. */
  readonly isOffered: boolean
  /** What to use in code, in Markdown: one or two sentences. */
  readonly code: string
  /** What to use in a terminal, in Markdown; absent where the words are commands already. */
  readonly terminal?: string
  /** The page that tells more, relative to `docs/`. */
  readonly page: string
  /** Words that are no command, such as `messages schedule`. */
  readonly words?: readonly string[]
  /** Fields that an endpoint does not have, with what to use instead; by the endpoint's name. */
  readonly fields?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The same hint for several fields. */
const hintFor = (hint: string, ...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, hint]))

const notScheduled = "one message cannot be scheduled: use `at` of an outbox, or `deliver_at` of a campaign"
const hasAudience = 'use `audience`, such as `{ type: "lists", list_ids: [1] }`'
const unsubscribes = "use `opt_in`: false unsubscribes"

/** Ordered as the page shows them: sending, people, templates, webhooks, the rest. */
export const alternatives: readonly Alternative[] = [
  {
    task: "Schedule one message",
    isOffered: false,
    code: "A message goes out at once. Give an outbox's row a time (`outbox.add(tx, message, { key, at })`), or send a campaign with `deliver_at`.",
    terminal: "A message goes out at once. A campaign has a time: `mas campaigns send --deliver-at`.",
    page: "guides/sending-a-lot.md#in-the-transaction-of-an-order",
    words: ["schedule", "messages schedule"],
    fields: {
      "messages.send": hintFor(
        notScheduled,
        ...["scheduled_at", "scheduledAt", "send_at", "sendAt", "deliver_at", "deliverAt", "delay", "schedule"],
      ),
    },
  },
  {
    task: "Send a template to one person",
    isOffered: true,
    code: '`mas.messages.send({ channel: "email", to, subject, template_id, data })`. The subject is required, although the template has one.',
    terminal: "Use `mas messages send --template-id`, or `mas templates send-test`.",
    page: "guides/typed-templates.md",
    words: ["templates send"],
    fields: {
      "messages.send": {
        ...hintFor("use `template_id`", "template", "templateId", "template_name", "template_alias"),
        ...hintFor(
          "use `data`, which the template names as `{{ data.x }}`",
          ...[
            "variables",
            "substitutions",
            "params",
            "context",
            "merge_vars",
            "dynamic_template_data",
            "template_data",
          ],
        ),
      },
    },
  },
  {
    task: "Set the text and HTML of a mail",
    isOffered: true,
    code: "`html` is the HTML part, `body` the text part, or the text of an SMS.",
    terminal: "Use `mas messages send --html` and `--body`.",
    page: "reference/messages.md",
    fields: {
      "messages.send": {
        ...hintFor("use `body`", "text", "text_body", "textBody", "body_text", "plain", "message", "content"),
        ...hintFor("use `html`", "html_body", "htmlBody", "body_html", "html_content", "htmlContent"),
        ...hintFor("render it first: `html` takes text", "react", "mjml"),
      },
    },
  },
  {
    task: "Write to several people, or in copy (cc, bcc)",
    isOffered: false,
    code: "A message has one recipient: `mas.messages.sendEach(rows, …)` makes one for each row, a campaign reaches lists and segments.",
    terminal: "Use `mas messages send-each`.",
    page: "guides/sending-a-lot.md",
    words: ["messages batch", "messages bulk"],
    fields: {
      "messages.send": {
        ...hintFor("a message has one recipient: send one message each", "cc", "bcc", "recipients", "personalizations"),
        ...hintFor("use `to`", "to_email", "recipient", "phone", "email"),
      },
      "campaigns.create": hintFor(hasAudience, "list_ids", "list_id", "lists", "segment_id"),
    },
  },
  {
    task: "Set the sender and where answers go",
    isOffered: true,
    code: "`from` is a verified sender of the brand, `reply_to` takes the answers. Senders are verified in the service's own dashboard; a mock world takes `world.senders.set()`.",
    terminal: "The API has no senders. A mock server takes one: `mas mock sender`.",
    page: "reference/messages.md",
    words: ["senders"],
    fields: {
      "messages.send": {
        ...hintFor("use `reply_to`", "replyTo", "reply"),
        ...hintFor("use `from`", "sender", "from_name"),
      },
    },
  },
  {
    task: "Attach a file to a mail",
    isOffered: false,
    code: "Messages carry no files: link to the file in `html`. `mas.attachments` downloads files of mail that was received.",
    terminal: "Messages carry no files: link to the file in `mas messages send --html`.",
    page: "reference/attachments.md",
    words: ["attach", "messages attach"],
    fields: {
      "messages.send": hintFor("messages carry no files: link to the file", "attachments", "attachment", "files"),
    },
  },
  {
    task: "Send from a database transaction",
    isOffered: true,
    code: "`createOutbox` of `mas-sdk/outbox`: the message is stored with the order, and sent once.",
    terminal: "The outbox is for code. `mas outbox list` and `mas outbox status` show what waits in its table.",
    page: "guides/sending-a-lot.md#in-the-transaction-of-an-order",
    words: ["transaction"],
  },
  {
    task: "Limit the rate (rate limiter)",
    isOffered: true,
    code: "The client waits as the service asks. To stay below a limit beforehand, pass a `pace` from `mas-sdk/stores`, which processes can share.",
    terminal: "Requests wait as the service asks. A mock server has a limit by `mas mock --rate-limit`.",
    page: "many-machines.md#one-pace-for-all-machines",
    words: ["rate-limit", "throttle"],
  },
  {
    task: "Limit how many are sent, and stop all sending",
    isOffered: true,
    code: 'Pass `ceiling: { perRecipient: "5/1h", total: "500/15m", store }` to the client; `mas.sending.stop()` stops all that share the store.',
    terminal: "Set `MAS_MAX_SENDS`. To stop everything, use `mas sending stop`.",
    page: "guides/without-accidents.md",
    words: ["quota", "kill-switch"],
  },
  {
    task: "Send once, although the program may crash",
    isOffered: true,
    code: 'Pass `idempotencyKey("receipt", order.id)` with each call: the same key gives the same message.',
    terminal: "Use `mas messages send --idempotency-key`.",
    page: "guides/idempotency.md",
    words: ["idempotency"],
  },
  {
    task: "Look up one message",
    isOffered: false,
    code: "One message has no call of its own: `mas.messages.list()`, or keep what webhooks say. In tests `world.messages.get(id)`.",
    terminal:
      "One message has no call of its own. Use `mas messages list`, or with a mock server `mas mock messages <id>`.",
    page: "reference/messages.md",
    words: ["messages get", "messages show", "messages find"],
  },
  {
    task: "Cancel, change or resend a message",
    isOffered: false,
    code: "An accepted message cannot be taken back or sent again. `outbox.cancel(key)` removes one that still waits in an outbox.",
    terminal:
      "A message cannot be cancelled once it is accepted. For a campaign, `mas campaigns cancel` shows what stops it.",
    page: "many-machines.md#an-outbox",
    words: ["messages cancel", "messages delete", "messages update"],
  },
  {
    task: "Know whether a mail bounced, was opened or clicked",
    isOffered: true,
    code: "Webhooks tell: `email.bounced`, `email.opened`, `email.clicked`. A bounce also stands in `status_reason_code` of `mas.messages.list()`.",
    terminal: "Use `mas suppressions list`, or `mas messages list`.",
    page: "guides/webhooks.md",
    words: ["bounces"],
    fields: { "messages.send": hintFor("use `tags`, which webhooks repeat", "metadata", "custom_args") },
  },
  {
    task: "Test bounces, opens and complaints",
    isOffered: true,
    code: "Send to `bounced@simulator.test`, `soft-bounced@`, `complained@`, `opened@`, `clicked@`, `failed@`, `delayed@`, or set `world.outcomes`.",
    terminal: "Send to bounced@simulator.test, or use `mas mock outcomes`.",
    page: "testing.md",
    words: ["simulate-bounce"],
  },
  {
    task: "Unsubscribe someone, or subscribe them again",
    isOffered: true,
    code: "`mas.contacts.create({ email, opt_in: false })` unsubscribes the contact with this e-mail, `opt_in: true` subscribes. Transactional messages still reach them.",
    terminal:
      "Use `mas contacts create --email <e-mail>` with `--no-opt-in`. Suppressed addresses are in `mas suppressions list`.",
    page: "reference/contacts.md#contactscreate",
    words: ["unsubscribe", "subscribe", "contacts unsubscribe", "contacts subscribe"],
    fields: {
      "contacts.create": hintFor(
        unsubscribes,
        ...["unsubscribed", "subscribed", "subscribed_email", "opt_out", "optIn", "status", "consent"],
      ),
    },
  },
  {
    task: "Change a contact",
    isOffered: true,
    code: "`mas.contacts.create()` completes the contact with this e-mail. An import sets `data`, and puts contacts on lists.",
    terminal: "Use `mas contacts create`, which completes the contact with this e-mail, or `mas contacts import`.",
    page: "reference/contacts.md#contactscreate",
    words: ["contacts update", "contacts upsert"],
    fields: {
      "contacts.create": {
        ...hintFor("use `first_name`", "firstName", "name"),
        ...hintFor("use `last_name`", "lastName"),
        ...hintFor(
          "an import sets it: `mas.imports.create`",
          "data",
          "properties",
          "attributes",
          "custom_fields",
          "tags",
        ),
        ...hintFor("use `mas.lists.updateContacts`", "list_id", "list_ids", "lists", "audience_id"),
      },
    },
  },
  {
    task: "Delete a contact",
    isOffered: false,
    code: "The API deletes no contacts. Unsubscribe it (`opt_in: false`), and take it off its lists with `mas.lists.updateContacts`.",
    terminal: "The API deletes no contacts. Take one off its lists: `mas lists update-contacts`.",
    page: "reference/lists.md",
    words: ["contacts delete", "contacts remove"],
  },
  {
    task: "Look up one contact",
    isOffered: true,
    code: "`mas.contacts.list({ search: email })`: a whole e-mail finds that contact alone.",
    terminal: "A contact has no call of its own. Use `mas contacts list --search`.",
    page: "reference/contacts.md#contactslist",
    words: ["contacts get"],
  },
  {
    task: "List the contacts of a list",
    isOffered: true,
    code: "`mas.contacts.list({ list_id })`.",
    terminal: "Use `mas lists contacts`.",
    page: "reference/contacts.md#contactslist",
    words: ["lists members"],
  },
  {
    task: "Rename or delete a list; make a segment",
    isOffered: false,
    code: "`mas.lists.create` and `updateContacts` are what there is; segments are only listed.",
    terminal: "The API deletes no lists. `mas lists update-contacts` changes who is on one.",
    page: "reference/lists.md",
    words: ["lists delete", "lists remove"],
  },
  {
    task: "Add or remove a suppression",
    isOffered: false,
    code: "The service suppresses addresses that bounced or complained; the API only lists them: `mas.suppressions.list()`.",
    terminal: "The API adds and removes no suppression. Use `mas suppressions list`.",
    page: "reference/suppressions.md",
    words: ["suppressions add", "suppressions delete", "suppressions remove", "suppressions create"],
  },
  {
    task: "Delete a template",
    isOffered: false,
    code: "The API deletes no templates: `mas.templates.update` changes one.",
    terminal: "The API deletes no templates. Use `mas templates update`.",
    page: "reference/templates.md",
    words: ["templates delete"],
  },
  {
    task: "Pause or cancel a campaign",
    isOffered: false,
    code: "The API stops no campaign once it is sent. In tests `world.transitions.campaigns` pauses and cancels one.",
    terminal: "The API stops no campaign. `mas campaigns cancel` shows what does.",
    page: "reference/campaigns.md",
    words: ["campaigns stop"],
  },
  {
    task: "Change a webhook's signing secret",
    isOffered: true,
    code: "Make a second endpoint, accept both secrets (`secret: [old, new]`), then disable the first.",
    terminal: "The API rotates no secret. Make a new endpoint: `mas webhooks create`, then disable the old one.",
    page: "guides/secret-rotation.md",
    words: ["webhooks rotate"],
    fields: {
      "webhooks.create": hintFor("the service makes the secret: the response has it", "secret", "signing_secret"),
    },
  },
  {
    task: "Get events that were missed",
    isOffered: true,
    code: "`mas.catchUp({ since })` reads them from the endpoint's deliveries; `mas.webhooks.resend` sends one again.",
    terminal: "Use `mas webhooks catch-up`.",
    page: "guides/webhook-outage.md",
    words: ["webhooks replay"],
  },
  {
    task: "A sandbox or test mode",
    isOffered: true,
    code: "The service has none: `startMockServer()` and `withMockWorld()` of `mas-sdk/mock-server` are one, on your machine.",
    terminal: "Use `mas mock`.",
    page: "mock-server.md",
    words: ["sandbox", "start", "serve", "server", "dev"],
    fields: { "messages.send": hintFor("there is no test mode: use a mock server", "sandbox", "test", "test_mode") },
  },
]
