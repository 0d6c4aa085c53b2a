import type { CommandModule } from "../connection/context.ts"
import type { CommandSpec } from "../line/command/spec.ts"
import * as endpoint from "../runners/endpoint.ts"

type Load = () => Promise<CommandModule>

/**
 * The module of each command, by name. An endpoint of the contract without an entry runs `endpoint.ts`. Those with
 * `--wait` share one module.
 */
export const runners: Readonly<Record<string, Load>> = {
  api: () => import("../commands/api.ts"),
  "approvals.approve": () => import("../commands/approvals/approve.ts"),
  "approvals.edit": () => import("../commands/approvals/edit.ts"),
  "approvals.list": () => import("../commands/approvals/list.ts"),
  "approvals.log": () => import("../commands/approvals/log.ts"),
  "approvals.refuse": () => import("../commands/approvals/refuse.ts"),
  "approvals.serve": () => import("../commands/approvals/serve.ts"),
  "approvals.show": () => import("../commands/approvals/show.ts"),
  "auth.login": () => import("../commands/auth/login.ts"),
  "auth.logout": () => import("../commands/auth/logout.ts"),
  "auth.signup": () => import("../commands/auth/signup.ts"),
  "auth.token": () => import("../commands/auth/token.ts"),
  "campaigns.cancel": () => import("../commands/campaigns/cancel.ts"),
  completion: () => import("../commands/completion.ts"),
  conformance: () => import("../commands/conformance.ts"),
  "contacts.export": () => import("../commands/contacts/export.ts"),
  "contacts.import": () => import("../commands/contacts/import.ts"),
  doctor: () => import("../commands/doctor.ts"),
  "lists.contacts": () => import("../commands/lists/contacts.ts"),
  "lists.updateContacts": () => import("../commands/lists/update-contacts.ts"),
  login: () => import("../commands/login.ts"),
  logout: () => import("../commands/logout.ts"),
  mcp: () => import("../commands/mcp.ts"),
  "messages.send": () => import("../commands/messages/send.ts"),
  "messages.sendEach": () => import("../commands/messages/send-each.ts"),
  "mock.fixtures": () => import("../commands/mock/fixtures.ts"),
  "mock.inbound": () => import("../commands/mock/inbound.ts"),
  "mock.messages": () => import("../commands/mock/messages.ts"),
  "mock.pay": () => import("../commands/mock/pay.ts"),
  "mock.redeliver": () => import("../commands/mock/redeliver.ts"),
  "mock.reset": () => import("../commands/mock/reset.ts"),
  "mock.restore": () => import("../commands/mock/restore.ts"),
  "mock.snapshot": () => import("../commands/mock/snapshot.ts"),
  "mock.start": () => import("../commands/mock/start.ts"),
  "mock.status": () => import("../commands/mock/status.ts"),
  "mock.stop": () => import("../commands/mock/stop.ts"),
  "mock.wait": () => import("../commands/mock/wait.ts"),
  "mock.worlds": () => import("../commands/mock/worlds.ts"),
  open: () => import("../commands/open.ts"),
  "outbox.list": () => import("../commands/outbox/list.ts"),
  "outbox.retry": () => import("../commands/outbox/retry.ts"),
  "outbox.status": () => import("../commands/outbox/status.ts"),
  "profiles.check": () => import("../commands/profiles/check.ts"),
  "profiles.list": () => import("../commands/profiles/list.ts"),
  "profiles.remove": () => import("../commands/profiles/remove.ts"),
  "profiles.use": () => import("../commands/profiles/use.ts"),
  schema: () => import("../commands/schema.ts"),
  "sending.health": () => import("../commands/sending/health.ts"),
  "sending.start": () => import("../commands/sending/start.ts"),
  "sending.status": () => import("../commands/sending/status.ts"),
  "sending.stop": () => import("../commands/sending/stop.ts"),
  simulate: () => import("../commands/simulate.ts"),
  "templates.diff": () => import("../commands/templates/diff.ts"),
  "templates.preview": () => import("../commands/templates/preview.ts"),
  "templates.pull": () => import("../commands/templates/pull.ts"),
  "templates.push": () => import("../commands/templates/push.ts"),
  "templates.sendTest": () => import("../commands/templates/send-test.ts"),
  "templates.status": () => import("../commands/templates/status.ts"),
  "templates.types": () => import("../commands/templates/types.ts"),
  "templates.watch": () => import("../commands/templates/watch.ts"),
  "webhooks.catchUp": () => import("../commands/webhooks/catch-up.ts"),
  "webhooks.check": () => import("../commands/webhooks/check.ts"),
  "webhooks.deliveries": () => import("../commands/webhooks/deliveries.ts"),
  "webhooks.health": () => import("../commands/webhooks/health.ts"),
  "webhooks.listen": () => import("../commands/webhooks/listen.ts"),
  "webhooks.resend": () => import("../commands/webhooks/resend.ts"),
  "webhooks.secret": () => import("../commands/webhooks/secret.ts"),
  "webhooks.sign": () => import("../commands/webhooks/sign.ts"),
  "webhooks.trigger": () => import("../commands/webhooks/trigger.ts"),
  "webhooks.verify": () => import("../commands/webhooks/verify.ts"),
  whoami: () => import("../commands/whoami.ts"),
}

export async function loadRunner({ name, flags, control }: CommandSpec): Promise<CommandModule> {
  const load = Object.hasOwn(runners, name) ? runners[name] : undefined
  if (load) return load()
  if (flags.some((flag) => flag.name === "wait")) return import("../runners/wait.ts")
  return control ? import("../runners/control-call.ts") : endpoint
}
