import { reaches } from "../../sdk/recipients/reaches.gen.ts"
import type { CommandSpec } from "../command/spec.ts"

/** What can come of a command: nothing; a change; a message to people or other machines; a charge; a change that nobody can take back. */
export type Safety = "read" | "write" | "sends" | "paid" | "irreversible"

/** Calls that name nobody and yet have the service call an address, or write to people from then on; and one that does by a flag. */
const sending: ReadonlySet<string> = new Set([
  "flows.create",
  "messages.sendEach",
  "templates.preview",
  "webhooks.create",
  "webhooks.test",
  "webhooks.update",
])

/** Whether a call names a person whom it reaches. A contact or an event reaches people only by flows, which were agreed to. */
const namesPerson = (endpoint: string): boolean =>
  Object.hasOwn(reaches, endpoint) && "field" in Object(reaches[endpoint]?.reach)

/** Commands that are no single call and change nothing, each but for some flags. One that is named nowhere counts as a change. */
const reading: Readonly<Record<string, readonly string[]>> = {
  "contacts.export": ["to"],
  conformance: ["writes"],
  doctor: [],
  "mock.checkpoints": ["save", "remove"],
  "mock.clock": ["mode", "rate", "now"],
  "mock.deliveries": [],
  "mock.fixtures": ["from", "to"],
  "mock.outbox": [],
  "mock.requests": ["clear"],
  "mock.snapshot": ["to"],
  "mock.state": [],
  "mock.timers": [],
  "mock.wait": [],
  "mock.world": [],
  "mock.worlds": ["create", "seed", "clock", "remove"],
  open: [],
  "outbox.list": [],
  "profiles.list": [],
  schema: [],
  "templates.diff": [],
  "templates.status": [],
  "tasks.list": [],
  "webhooks.secret": [],
  "webhooks.sign": [],
  "webhooks.verify": [],
  whoami: [],
}

/** The worst that a command can do. */
export function safetyOf({ name, flags, endpoint, control, confirm }: CommandSpec): Safety {
  if (confirm) return confirm === "paid" ? "paid" : "irreversible"
  // Any request can be made with it, also one that the contract does not know.
  if (name === "api") return "irreversible"
  if (namesPerson(name) || sending.has(name)) return "sends"
  const call = endpoint ?? control
  if (call) return call.method === "GET" ? "read" : "write"
  const changing = changingFlags(name)
  return changing && !flags.some((flag) => changing.includes(flag.name)) ? "read" : "write"
}

/** A command without the flags that change something; undefined where it changes something without them. */
export function readingPart(command: CommandSpec): CommandSpec | undefined {
  const changing = changingFlags(command.name) ?? []
  const part = { ...command, flags: command.flags.filter(({ name }) => !changing.includes(name)) }
  return safetyOf(part) === "read" ? part : undefined
}

const changingFlags = (name: string) => (Object.hasOwn(reading, name) ? reading[name] : undefined)
