import type { CommandSpec } from "../../../cli/line/command/spec.ts"
import { partialResults } from "../../../cli/runners/partial-result.ts"
import { type ExitCode, exitCodes } from "../../../cli/terminal/errors/exit-codes.ts"
import { unbroken } from "../../../cli/terminal/output/wrap.ts"
import { exitCodeByStatus } from "../../../cli/terminal/report/report-error.ts"

const words: Readonly<Record<ExitCode, string>> = {
  0: "done",
  1: "failed",
  2: "usage",
  3: "credentials",
  4: "not found",
  5: "conflict",
  6: "refused value",
  7: "limit",
  8: "no response",
  9: "done in part",
  10: "nothing there",
  129: "hung up",
  130: "interrupted",
  143: "terminated",
}

/** A command that calls the service can get any status: also from another program at a wrong address. */
const ofCalls: readonly ExitCode[] = [...Object.values(exitCodeByStatus), exitCodes.network]

/** A call of the control API needs no credential, except that of a mock server that is mounted in an app. */
const ofControl: readonly ExitCode[] = [
  exitCodes.credentials,
  exitCodes.notFound,
  exitCodes.conflict,
  exitCodes.network,
]

/** A command that reads or changes held calls by their ids. */
const ofHeld: readonly ExitCode[] = [exitCodes.notFound, exitCodes.conflict, exitCodes.network]

/** The codes that a command can end with. Each run of a command in a test checks that its code is one of them. */
export function exitCodesOf({ name, words: [group], endpoint, flags }: CommandSpec): ExitCode[] {
  const { ok, failure, usage, validation, partly, hungUp, interrupted, terminated } = exitCodes
  // Every command has the global flags, and their values can be invalid.
  const always = [ok, failure, usage, validation, hungUp, interrupted, terminated]
  const waited = flags.some((flag) => flag.name === "wait") ? [partly] : []
  const own = ownCodes[name] ?? (endpoint ? ofCalls : group === "mock" ? ofControl : [])
  return sorted([...always, ...own, ...waited])
}

/** Further exit codes of commands that are not endpoints. */
const ownCodes: Readonly<Record<string, readonly ExitCode[]>> = {
  api: Object.values(exitCodes),
  "auth.token": [exitCodes.credentials],
  "contacts.import": [...ofCalls, exitCodes.partly, exitCodes.nothing],
  "messages.sendEach": [...ofCalls, exitCodes.partly, exitCodes.nothing],
  "contacts.export": [...ofCalls, exitCodes.nothing],
  "lists.contacts": ofCalls,
  ...Object.fromEntries(Object.keys(partialResults).map((name) => [name, [...ofCalls, exitCodes.partly]])),
  "campaigns.cancel": ofCalls,
  ...Object.fromEntries(
    ["campaigns.get", "campaigns.send", "imports.create", "imports.get", "validations.get", "validations.start"].map(
      (name) => [name, [...ofCalls, exitCodes.nothing]],
    ),
  ),
  "templates.pull": [...ofCalls, exitCodes.nothing],
  "templates.push": [...ofCalls, exitCodes.partly, exitCodes.nothing],
  "templates.status": [...ofCalls, exitCodes.nothing],
  "templates.diff": [...ofCalls, exitCodes.nothing],
  "templates.watch": ofCalls,
  "templates.preview": [...ofCalls, exitCodes.partly, exitCodes.nothing],
  conformance: [...ofCalls, exitCodes.nothing],
  doctor: ofCalls,
  "approvals.list": [exitCodes.network],
  "approvals.show": ofCalls,
  "approvals.approve": [...ofCalls, exitCodes.partly],
  "approvals.refuse": ofHeld,
  "approvals.edit": ofCalls,
  "approvals.log": ofHeld,
  "approvals.serve": ofCalls,
  "outbox.list": [exitCodes.network],
  "outbox.status": [exitCodes.network, exitCodes.partly],
  "outbox.retry": [exitCodes.network, exitCodes.notFound, exitCodes.nothing],
  "profiles.check": [exitCodes.credentials, exitCodes.network, exitCodes.nothing],
  "sending.health": [...ofCalls, exitCodes.partly, exitCodes.nothing],
  "sending.stop": [exitCodes.network],
  "sending.start": [exitCodes.network],
  "sending.status": [exitCodes.network],
  login: ofCalls,
  logout: ofCalls,
  whoami: ofCalls,
  "mock.messages": [...ofControl, exitCodes.nothing],
  "mock.wait": [...ofControl, exitCodes.nothing],
  "templates.types": [exitCodes.nothing],
  "mock.fixtures": [exitCodes.network],
  "mock.start": [exitCodes.network],
  "mock.stop": [exitCodes.notFound, exitCodes.network],
  "webhooks.health": ofCalls,
  "webhooks.catchUp": [...ofCalls, exitCodes.nothing],
  "webhooks.listen": ofCalls,
  "webhooks.resend": ofCalls,
  "webhooks.secret": ofCalls,
  "webhooks.trigger": ofCalls,
}

const sorted = (codes: readonly ExitCode[]) => [...new Set(codes)].sort((a, b) => a - b)

/** The exit codes for help, each with its name. */
export const exitCodesText = (command: CommandSpec): string =>
  exitCodesOf(command)
    .map((code) => `${code} ${words[code]}`.replaceAll(" ", unbroken))
    .join(", ")
