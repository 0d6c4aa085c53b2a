import type { CommandSpec } from "../../../cli/command/spec.ts"
import { type ExitCode, exitCodes } from "../../../cli/errors/exit-codes.ts"
import { unbroken } from "../../../cli/output/wrap.ts"
import { exitCodeByStatus } from "../../../cli/report/report-error.ts"
import { errorStatuses, listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"

const endpoints = new Map(listEndpoints(contract).map(({ name, spec }) => [name, spec]))

const words: Readonly<Record<ExitCode, string>> = {
  0: "done",
  1: "failed",
  2: "usage",
  3: "credentials",
  4: "not found",
  5: "conflict",
  6: "refused value",
  7: "limit",
  8: "no answer",
  9: "done in part",
  10: "nothing there",
  129: "hung up",
  130: "interrupted",
  143: "terminated",
}

const ofCalls: readonly ExitCode[] = [exitCodes.credentials, exitCodes.rateLimited, exitCodes.network]

export function exitCodesOf({ name, words: [group] }: CommandSpec): ExitCode[] {
  const { ok, failure, usage, validation, hungUp, interrupted, terminated } = exitCodes
  // Every command has the global flags, and their values can be invalid.
  const always = [ok, failure, usage, validation, hungUp, interrupted, terminated]
  const spec = endpoints.get(name)
  if (spec) {
    const answered = errorStatuses(spec).map((status) => exitCodeByStatus[status] ?? failure)
    return sorted([...always, ...answered, exitCodes.network])
  }
  return sorted([...always, ...(ownCodes[name] ?? (group === "mock" ? ofControl : []))])
}

/** A call of the control API needs no credential. */
const ofControl: readonly ExitCode[] = [exitCodes.notFound, exitCodes.conflict, exitCodes.network]

/** Further exit codes of commands that are not endpoints. */
const ownCodes: Readonly<Record<string, readonly ExitCode[]>> = {
  api: Object.values(exitCodes),
  "auth.token": [exitCodes.credentials],
  "contacts.import": [...ofCalls, exitCodes.notFound, exitCodes.partly, exitCodes.nothing],
  "messages.sendEach": [...ofCalls, exitCodes.notFound, exitCodes.conflict, exitCodes.partly, exitCodes.nothing],
  "contacts.export": [...ofCalls, exitCodes.notFound],
  "lists.contacts": [...ofCalls, exitCodes.notFound],
  "campaigns.cancel": [...ofCalls, exitCodes.notFound],
  "templates.pull": [...ofCalls, exitCodes.conflict],
  "templates.push": [...ofCalls, exitCodes.notFound, exitCodes.conflict],
  "templates.status": ofCalls,
  "templates.diff": ofCalls,
  "templates.watch": ofCalls,
  conformance: ofCalls,
  doctor: ofCalls,
  "outbox.list": [exitCodes.network],
  "outbox.status": [exitCodes.network, exitCodes.partly],
  "outbox.retry": [exitCodes.network, exitCodes.notFound],
  "templates.preview": [...ofCalls, exitCodes.notFound, exitCodes.conflict, exitCodes.partly],
  login: ofCalls,
  logout: ofCalls,
  whoami: ofCalls,
  "mock.fixtures": [exitCodes.network],
  "mock.start": [exitCodes.network],
  "mock.stop": [exitCodes.notFound, exitCodes.network],
  "webhooks.health": ofCalls,
  "webhooks.replay": [...ofCalls, exitCodes.notFound],
  "webhooks.listen": ofCalls,
  "webhooks.resend": [...ofControl, exitCodes.credentials],
  "webhooks.secret": [...ofCalls, exitCodes.notFound],
  "webhooks.trigger": [...ofCalls, exitCodes.notFound],
}

const sorted = (codes: readonly ExitCode[]) => [...new Set(codes)].sort((a, b) => a - b)

/** The exit codes for help, each with its name. */
export const exitCodesText = (command: CommandSpec): string =>
  exitCodesOf(command)
    .map((code) => `${code} ${words[code]}`.replaceAll(" ", unbroken))
    .join(", ")
