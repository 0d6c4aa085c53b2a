import { rules } from "../../scripts/generate/rules.ts"
import { type Check, Look, Skipped } from "./check.ts"
import { checks } from "./checks/index.ts"
import { type Connection, Unreachable } from "./connection.ts"
import { Service } from "./service.ts"

/** The result of a rule of `docs/internal/conformance.md`. */
export interface Verdict {
  /** Its number on the page: `36.1`. */
  readonly number: string
  readonly rule: string
  readonly outcome: "pass" | "FAIL" | "skipped"
  /** The differences, or the reason for skipping it. */
  readonly why: readonly string[]
}

export interface LookOptions {
  readonly writes: boolean
  /** The numbers of the rules to check; all when empty. */
  readonly numbers: readonly string[]
}

/** The service does not accept the key. */
export class Refused extends Error {}

/** The brand does not exist, or not for this key. */
export class NoBrand extends Error {}

/** Runs all checks on a service; only reads unless `writes`. Throws if it is no such service. */
export async function lookAt(connection: Connection, { writes, numbers }: LookOptions): Promise<Verdict[]> {
  const service = new Service(connection)
  await checkConnection(service, connection)
  const partsByNumber = new Map<string, Omit<Verdict, "number" | "rule">[]>()
  for (const check of checks) {
    const number = check.rule
    if (numbers.length > 0 && !numbers.includes(number)) continue
    const mayRun = check.writes !== true || writes
    const part = mayRun ? await make(check, service) : { outcome: "skipped" as const, why: ["writes: --writes"] }
    partsByNumber.set(number, [...(partsByNumber.get(number) ?? []), part])
  }
  return rules.flatMap(({ number, rule }) => {
    const parts = partsByNumber.get(number)
    return parts === undefined ? [] : [{ number, rule, ...sumOf(parts) }]
  })
}

/** Throws unless the service responds and accepts the key. */
async function checkConnection(service: Service, { brandSid, ...connection }: Connection): Promise<void> {
  const { baseUrl } = connection
  const { status, headers, body } = await service.get("/v1/my/account")
  if (status !== 200 && brandSid !== undefined) {
    await checkConnection(new Service(connection), connection)
    throw new NoBrand(`${baseUrl} answers nothing for the brand ${brandSid}: ${status} ${body?.message ?? ""}`.trim())
  }
  if (status === 401 || status === 403)
    throw new Refused(`${baseUrl} refuses the key: ${status} ${body?.message ?? ""}`.trim())
  const isService = status === 200 && headers.get("content-type")?.includes("json") === true
  if (!isService)
    throw new Unreachable(
      `${baseUrl} is no such service: GET /v1/my/account responds with ${status}, not 200 with JSON`,
    )
}

async function make(check: Check, service: Service): Promise<Omit<Verdict, "number" | "rule">> {
  const look = new Look()
  try {
    await check.run(service, look)
  } catch (error) {
    if (error instanceof Skipped) return { outcome: "skipped", why: [error.message] }
    if (error instanceof Unreachable) throw error
    // A response that the check cannot parse is a difference.
    look.holds(`cannot be read: ${error instanceof Error ? error.message : error}`, false)
  }
  if (look.differences.length > 0) return { outcome: "FAIL", why: look.differences }
  return look.compared > 0
    ? { outcome: "pass", why: [] }
    : { outcome: "skipped", why: ["nothing is there to see it by"] }
}

/** A rule fails if any check failed, and passes if any passed and the others were skipped. */
function sumOf(parts: readonly Omit<Verdict, "number" | "rule">[]): Omit<Verdict, "number" | "rule"> {
  const outcome =
    (["FAIL", "pass", "skipped"] as const).find((one) => parts.some((part) => part.outcome === one)) ?? "skipped"
  const why = parts.filter((part) => part.outcome === outcome).flatMap((part) => part.why)
  return { outcome, why: [...new Set(why)] }
}
