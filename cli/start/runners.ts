import * as endpoint from "../commands/endpoint.ts"
import type { CommandModule, Run } from "../connection/context.ts"
import type { CommandSpec } from "../line/command/spec.ts"

type Load = () => Promise<CommandModule>

/** A command that shares its module with others: selects its function. */
const part = async <M>(module: Promise<M>, pick: (module: M) => Run): Promise<CommandModule> => ({
  run: pick(await module),
})

const clock = () => import("../mock/clock.ts")
const world = () => import("../mock/world.ts")
const lists = () => import("../mock/lists.ts")
const profiles = () => import("../commands/session/profiles.ts")
const templates = () => import("../commands/templates/status.ts")
const auth = () => import("../commands/session/auth.ts")

/**
 * The module of each command, by name. An endpoint of the contract without an entry runs `endpoint.ts`. Those with
 * `--wait` share one module.
 */
export const runners: Readonly<Record<string, Load>> = {
  completion: () => import("../commands/completion/completion.ts"),
  "mock.start": () => import("../mock/start.ts"),
  "mock.stop": () => import("../mock/stop.ts"),
  "mock.advance": () => part(clock(), ({ advance }) => advance),
  "mock.clock": () => part(clock(), (module) => module.clock),
  "mock.timers": () => part(clock(), ({ timers }) => timers),
  "mock.checkpoints": () => part(clock(), ({ checkpoints }) => checkpoints),
  "mock.rewind": () => part(clock(), ({ rewind }) => rewind),
  "mock.reset": () => part(world(), ({ reset }) => reset),
  "mock.world": () => part(world(), (module) => module.world),
  "mock.status": () => part(world(), ({ status }) => status),
  "mock.snapshot": () => part(world(), ({ snapshot }) => snapshot),
  "mock.restore": () => part(world(), ({ restore }) => restore),
  "mock.fixtures": () => part(import("../mock/fixtures.ts"), ({ fixtures }) => fixtures),
  "mock.sender": () => part(import("../mock/sender.ts"), ({ sender }) => sender),
  "mock.faults": () => part(import("../mock/faults.ts"), ({ faults }) => faults),
  "mock.outcomes": () => part(import("../mock/outcomes.ts"), ({ outcomes }) => outcomes),
  "mock.pay": () => part(import("../mock/pay.ts"), ({ pay }) => pay),
  "mock.inbound": () => part(import("../mock/inbound.ts"), ({ inbound }) => inbound),
  "mock.requests": () => part(lists(), ({ requests }) => requests),
  "mock.deliveries": () => part(lists(), ({ deliveries }) => deliveries),
  "mock.redeliver": () => part(import("../mock/webhooks.ts"), ({ redeliver }) => redeliver),
  "mock.webhooks": () => part(import("../mock/webhooks.ts"), ({ webhooks }) => webhooks),
  "mock.campaigns": () => part(import("../mock/campaigns.ts"), ({ campaigns }) => campaigns),
  "mock.worlds": () => part(import("../mock/worlds.ts"), ({ worlds }) => worlds),
  "mock.wait": () => part(lists(), ({ wait }) => wait),
  "mock.messages": () => part(lists(), ({ messages }) => messages),
  "mock.outbox": () => part(lists(), ({ outbox }) => outbox),
  login: () => import("../commands/session/login.ts"),
  logout: () => import("../commands/session/logout.ts"),
  whoami: () => import("../commands/session/whoami.ts"),
  "auth.login": () => part(auth(), ({ signIn }) => signIn),
  "auth.signup": () => part(auth(), ({ signIn }) => signIn),
  "auth.logout": () => part(auth(), ({ signOut }) => signOut),
  "auth.token": () => part(auth(), ({ token }) => token),
  "profiles.list": () => part(profiles(), ({ list }) => list),
  "profiles.use": () => profiles().then(({ use, all }) => ({ run: use, offers: all })),
  "profiles.remove": () => profiles().then(({ remove, saved }) => ({ run: remove, offers: saved })),
  conformance: () => import("../commands/conformance/conformance.ts"),
  doctor: () => import("../commands/doctor/doctor.ts"),
  api: () => import("../commands/api.ts"),
  open: () => import("../commands/open/open.ts"),
  schema: () => import("../commands/schema.ts"),
  simulate: () => import("../commands/simulate.ts"),
  mcp: () => import("../mcp/mcp.ts"),
  "contacts.import": () => import("../commands/contacts/import.ts"),
  "lists.contacts": () => import("../commands/contacts/list-contacts.ts"),
  "campaigns.cancel": () => import("../commands/cancel-campaign.ts"),
  "contacts.export": () => import("../commands/contacts/export.ts"),
  "webhooks.listen": () => import("../webhooks/listen.ts"),
  "webhooks.check": () => import("../webhooks/check.ts"),
  "webhooks.health": () => import("../webhooks/health.ts"),
  "webhooks.catchUp": () => import("../webhooks/catch-up.ts"),
  "webhooks.resend": () => import("../webhooks/resend.ts"),
  "webhooks.trigger": () => import("../webhooks/trigger.ts"),
  "webhooks.verify": () => import("../webhooks/verify.ts"),
  "webhooks.sign": () => import("../webhooks/sign.ts"),
  "webhooks.secret": () => import("../webhooks/secret.ts"),
  "webhooks.deliveries": () => import("../commands/deliveries/deliveries.ts"),
  "messages.send": () => import("../commands/messages/send.ts"),
  "outbox.list": () => import("../commands/outbox/list.ts"),
  "outbox.status": () => import("../commands/outbox/status.ts"),
  "outbox.retry": () => import("../commands/outbox/retry.ts"),
  "messages.sendEach": () => import("../commands/messages/send-each.ts"),
  "templates.pull": () => import("../commands/templates/pull.ts"),
  "templates.push": () => import("../commands/templates/push.ts"),
  "templates.status": () => part(templates(), ({ status }) => status),
  "templates.diff": () => part(templates(), ({ diff }) => diff),
  "templates.watch": () => import("../commands/templates/watch.ts"),
  "templates.preview": () => import("../commands/templates/preview.ts"),
  "templates.types": () => import("../commands/templates/types.ts"),
  "templates.sendTest": () => import("../commands/messages/send-test.ts"),
}

export async function loadRunner({ name, flags, control }: CommandSpec): Promise<CommandModule> {
  const load = Object.hasOwn(runners, name) ? runners[name] : undefined
  if (load) return load()
  if (flags.some((flag) => flag.name === "wait")) return import("../commands/wait/wait.ts")
  return control ? part(import("../mock/call.ts"), ({ call }) => call) : endpoint
}
