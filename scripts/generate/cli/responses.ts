import type { CommandSpec } from "../../../cli/line/command/spec.ts"

const world = "base_url, clock, credentials, users, accounts, brands, senders, lists, templates, segments, plans"

/** The output of commands that are not endpoints, by name: the fields, or a short description. */
const ownResponses: Readonly<Record<string, string>> = {
  api: "the service's response, unchanged",
  completion: "the script; shell, written, removed, next when it is installed",
  "contacts.import": "rows, imported, refused, opted_in, consent, imports, errors_file; with --dry-run would_import",
  "messages.sendEach":
    "sent, refused, errors_file; suppressed with --skip-suppressed; with --dry-run a row for each line",
  "templates.pull": "rows of folder, state, action, detail, id, version, name; brand where --brand is given",
  "templates.push": "rows of folder, state, action, detail, id, version, name; brand where --brand is given",
  "templates.status": "rows of folder, state, id, version, name; brand where --brand is given",
  "templates.diff": "rows of folder, state, id, version, name, diff; a coloured diff on a terminal",
  "templates.watch": "a row for each template that is pushed, as `mas templates push` has it",
  "contacts.export": "CSV, or a contact a line as JSON",
  "templates.preview":
    "url; with --dry-run folder, sample; with --to rows of email, success, status, error, message_id",
  "templates.types": "file, templates, written",
  "lists.contacts": "rows of what `mas contacts list` shows",
  "campaigns.cancel": "nothing; what is possible on stderr",
  conformance: "a row for each requirement: name, outcome (passed, failed or unknown), requirement, detail",
  doctor: "a row for each check: check, result, detail, fix",
  open: "what, url, opened; the address where no format is asked for",
  "approvals.list": "rows of id, state, what, call, to, account, at, source, revision, held_at, expires_at",
  "approvals.show":
    "id, state, revision, hash, body_sha256, what, call, account, at, brand, pinned_by, user, to, count, subject, text, html, findings, template, facts, changed, problem, body, source, held_at, expires_at",
  "approvals.approve": "a row for each: id, state, hash, body_sha256, response, error",
  "approvals.refuse": "a row for each: id, state",
  "approvals.edit": "id, state, revision, hash, body_sha256",
  "approvals.log": "rows of at, id, what, who, from, revision, hash, body_sha256, note",
  "approvals.serve": "url",
  "outbox.list": "rows of id, state, error, attempts, message",
  "outbox.status": "waiting, blocked, scheduled, failed, suppressed, oldest, oldest_age_seconds, last_error",
  "outbox.retry": "a row for each that is due again: id",
  "sending.health": "rows of span, kind, sent, count, rate, state, addresses, tags",
  "sending.stop": "stopped, since, reason, shared_by",
  "sending.start": "stopped, since, reason, shared_by",
  "sending.status": "stopped, since, reason, shared_by",
  simulate: "runs, virtual_days, faults; a failed day is reported on stderr",
  schema: "schema_version, version, global_flags, exit_codes, commands, $defs",
  mcp: "messages of the Model Context Protocol",
  "auth.token": "the token, and nothing else",
  login: "profile, base_url, credential, email, account.id, account.name",
  logout: "nothing; a word on stderr",
  whoami: "profile, base_url, credential, credential_from, brand, account.id, account.name, account.plan, role, user",
  "profiles.list": "rows of name, current, base_url, credential, email, brand, account",
  "profiles.check": "rows of name, state, account, account_name, base_url, detail",
  "profiles.use": "nothing; a word on stderr",
  "profiles.remove": "nothing; a word on stderr",
  "mock.start":
    "url, api_key, local_webhooks, sign_with, control, docs, dashboard; as lines where no format is asked for",
  "mock.stop": "a row for each that was stopped: url, pid",
  "mock.pay": "purchase and funding; of a checkout purchase_id, status, activated, plan_name, checkout_url",
  "mock.messages":
    "rows of what `mas messages list` shows; of one message that and from, reply_to, preheader, template_id, idempotency_key, html, text, has_text_part, links, codes, headers, tags, timeline, inbox, brand_sid, variables, warnings, request_ids; with --why rows of at, what, event, rule, rule_text, section; with --code and --link text",
  "mock.rule": "rule, rule_text, section",
  "mock.event": "what `mas mock messages <id>` shows",
  "mock.grants": "what `mas management-grant get` shows",
  "mock.managedAccounts": "a row of `mas managed-accounts list`",
  "mock.campaigns": "rows of at, what, event, rule, rule_text, section; after a move what `mas campaigns get` shows",
  "mock.flows": "a row of `mas flows list`",
  "mock.credentials": "id, kind, token, cookie, account_id, user_id, brand_id, expires_at",
  "mock.revoke": "nothing; a word on stderr",
  "mock.fill": "added, total",
  "mock.advance": "now, fired, happened",
  "mock.clock": "mode, now, rate, webhook_time, ahead_ms, pending",
  "mock.timers": "rows of id, kind, subject, about, is_seeded, due_at, error; of one timer those fields",
  "mock.capacity":
    "rows of account_id, name, plan, standing, safe_mode, limit, used, remaining, frees_at, funding_available_cents, funding_reserved_cents",
  "mock.checkpoints": "rows of name, now",
  "mock.rewind": "mode, now, rate, webhook_time, ahead_ms, pending",
  "mock.reset": "nothing; a word on stderr",
  "mock.world": world,
  "mock.status": "status, base_url, clock, requests, deliveries, outbox, faults",
  "mock.snapshot": "the state as one JSON document",
  "mock.restore": "nothing; a word on stderr",
  "mock.fixtures": "the world as a document, YAML or JSON",
  "mock.sender": "id, brand_id, email, verified, inbox",
  "mock.worlds": "rows of id, base_url, api_key",
  "mock.faults":
    "rows of id, on, fired, probability, profile; of requests method, path, status, error_code, retry_after, body, cut_at, latency_ms, drop, times; of deliveries webhook_id, event_type, delay_ms, duplicate, reorder, signature",
  "mock.outcomes": "rows of id, to, outcome, after_ms, times, tracking, bot, used",
  "mock.inbound": "conversation_id, conversation_message_id, attachments, reported",
  "mock.requests":
    "rows of id, time, method, path, query, endpoint, status, duration_ms, credential_kind, shown_credential, account_id, brand_id, idempotency_key, request_body, response_body, fault_id, warning, rule, made; of one request that and warnings; with --code curl, sdk, command, test",
  "mock.deliveries":
    "rows of id, delivery_id, event_id, webhook_id, event_type, attempt, sent_at, url, request.headers, request.body, response_status, response, error, duration_ms",
  "mock.redeliver": "what `mas webhooks deliveries` shows of it",
  "mock.webhooks":
    "what `mas webhooks get` shows, its secret in full, and brand_id, brand_sid, old_secret; with --rotate webhook_id, secret, old_secret, old_secret_until; with --allow-local allow_local_webhooks",
  "mock.wait": "rows of what `mas mock messages`, `mas mock requests` or `mas mock deliveries` shows",
  "mock.outbox": "rows of id, kind, to, subject, created_at, data",
  "webhooks.check":
    "a row for each requirement: name, outcome (passed, failed or unknown), level (must or should), requirement, detail, fix",
  "webhooks.health": "rows of kind, endpoint, brand, sentence: one for each problem",
  "webhooks.catchUp": "for each event: event_id, event_type, timestamp, acknowledged, status, error",
  "webhooks.listen":
    "for each event: id, type, timestamp, data, received_at, verified, attempt, response_status, forwarded",
  "webhooks.resend": "what `mas webhooks deliveries` shows of it",
  "webhooks.trigger": "id, type, url, acknowledged, status, duration_ms, response",
  "webhooks.verify": "the event: id, type, timestamp, data",
  "webhooks.sign": "webhook-id, webhook-timestamp, webhook-signature",
  "webhooks.secret": "the secret, and nothing else",
}

/** The output of a command; undefined if it is not described. */
export function responseTextOf({ name, endpoint }: CommandSpec): string | undefined {
  if (!endpoint) return Object.hasOwn(ownResponses, name) ? ownResponses[name] : undefined
  if (endpoint.download) return "path, bytes, content_type, filename of the file"
  if (endpoint.fields.length === 0) return "nothing"
  return `${endpoint.paginated ? "rows of " : ""}${endpoint.fields.join(", ")}`
}
