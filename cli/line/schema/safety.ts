import { reaches } from "../../../sdk/sending/recipients/reaches.gen.ts"
import type { CommandSpec } from "../command/spec.ts"

/**
 * The possible effects of a command: none; a change; a message to people or other machines; a change of who may act for
 * an account, or as whom; a charge; an irreversible change.
 */
export type Safety = "read" | "write" | "sends" | "rights" | "paid" | "irreversible"

/** Calls that name no recipient, but make the service call an address or write to people from then on; one does so by a flag. */
const sending: ReadonlySet<string> = new Set([
  "approvals.approve",
  "approvals.serve",
  "flows.create",
  "messages.sendEach",
  "templates.preview",
  "webhooks.create",
  "webhooks.test",
  "webhooks.update",
])

/** True when a call names a person whom it reaches. Contacts and events reach people only through flows, which were confirmed. */
export const namesPerson = (endpoint: string): boolean =>
  Object.hasOwn(reaches, endpoint) && "field" in Object(reaches[endpoint]?.reach)

/**
 * Commands that read although they are not reading calls alone, with the flags and arguments that make them write. Unlisted
 * commands count as writes.
 */
const reading: Readonly<Record<string, readonly string[]>> = {
  "approvals.list": [],
  "approvals.log": [],
  "approvals.show": [],
  "contacts.export": ["to"],
  conformance: ["writes"],
  doctor: [],
  "mock.campaigns": ["move"],
  "mock.checkpoints": ["save", "remove"],
  "mock.clock": ["mode", "rate", "now"],
  "mock.fixtures": ["from", "to"],
  "mock.requests": ["clear"],
  "mock.snapshot": ["to"],
  "mock.timers": ["move", "by"],
  "mock.webhooks": ["rotate", "grace", "allow-local"],
  "mock.worlds": ["create", "seed", "clock", "remove"],
  open: [],
  "outbox.list": [],
  "outbox.status": [],
  "profiles.list": [],
  "sending.status": [],
  schema: [],
  "templates.diff": [],
  "templates.status": [],
  "webhooks.secret": [],
  "webhooks.sign": [],
  "webhooks.verify": [],
  whoami: [],
}

/** The worst possible effect of a command. */
export function safetyOf({ name, flags, positionals, endpoint, control, confirm }: CommandSpec): Safety {
  if (confirm) return confirm === "destructive" ? "irreversible" : confirm
  // It can make any request, including ones that the contract does not have.
  if (name === "api") return "irreversible"
  if (namesPerson(name) || sending.has(name)) return "sends"
  if (endpoint) return endpoint.method === "GET" ? "read" : "write"
  const changing = changingParts(name) ?? (control?.every(({ call }) => call.startsWith("GET ")) ? [] : undefined)
  return changing && ![...flags, ...positionals].some((one) => changing.includes(one.name)) ? "read" : "write"
}

/** True when the user has to agree first. */
export const isConfirmed = (command: CommandSpec): boolean => !["read", "write"].includes(safetyOf(command))

/** True when a call reaches people by the contract, whether it names them or not. */
export const reachesPeople = ({ name }: CommandSpec): boolean => Object.hasOwn(reaches, name)

/** A command without the flags and arguments that change something; undefined when it always does. */
export function readingPart(command: CommandSpec): CommandSpec | undefined {
  const changing = changingParts(command.name) ?? []
  const keepSafe = <P extends { readonly name: string }>(parts: readonly P[]) =>
    parts.filter(({ name }) => !changing.includes(name))
  const part = { ...command, flags: keepSafe(command.flags), positionals: keepSafe(command.positionals) }
  return safetyOf(part) === "read" ? part : undefined
}

const changingParts = (name: string) => (Object.hasOwn(reading, name) ? reading[name] : undefined)
