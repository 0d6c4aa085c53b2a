import { parseArgs } from "node:util"
import { rules } from "../../scripts/generate/rules.ts"
import { type Connection, Unreachable } from "./connection.ts"
import { type LookOptions, lookAt, NoBrand, Refused, type Verdict } from "./run.ts"

const usage = `Usage: npm run conformance -- --base-url URL [--key KEY] [--public-key KEY] [--brand SID] [--writes] [--rule NUMBER …]
Looks at a service by the rules of docs/internal/conformance.md, or by those of the numbers given. Reads only (GET) unless --writes is given.
MAS_BASE_URL and MAS_API_KEY stand for the first two, so that no key has to be written into a command.`

/** Invalid usage. */
class Misused extends Error {}

/** 0: every tested rule holds. 1: one does not. 2: nothing could be tested. */
type ExitCode = 0 | 1 | 2

type Environment = Readonly<Record<string, string | undefined>>

/** `npm run conformance`: prints the result of each rule, line by line. */
export async function conformance(
  args: readonly string[],
  env: Environment,
  print: (line: string) => void,
): Promise<ExitCode> {
  const secrets: string[] = []
  const report = (text: string) => print(withoutSecrets(text, secrets))
  try {
    const { connection, ...options } = read(args, env)
    secrets.push(connection.key, ...(connection.publicKey === undefined ? [] : [connection.publicKey]))
    const verdicts = await lookAt(connection, options)
    for (const verdict of verdicts) report(lineOf(verdict))
    report(summaryOf(verdicts))
    return verdicts.some(({ outcome }) => outcome === "FAIL") ? 1 : 0
  } catch (error) {
    if (error instanceof Misused) report(`${error.message}\n${usage}`)
    else if (error instanceof Unreachable) report(`${error.message}. Is the address right, and the service up?`)
    else if (error instanceof NoBrand) report(`${error.message}. Give one of the account's: --brand.`)
    else if (error instanceof Refused)
      report(`${error.message}. Give a server API key of the service: --key, or MAS_API_KEY.`)
    else throw error
    return 2
  }
}

function read(args: readonly string[], env: Environment): { connection: Connection } & LookOptions {
  const values = parse(args)
  const address = values["base-url"] ?? env.MAS_BASE_URL
  const key = values.key ?? env.MAS_API_KEY
  if (address === undefined) throw new Misused("There is no address to look at: --base-url, or MAS_BASE_URL.")
  if (!URL.canParse(address) || !/^https?:/.test(address)) {
    throw new Misused(`--base-url is an address such as https://api.example.com; not ${address}`)
  }
  if (key === undefined || key === "") throw new Misused("There is no key to ask with: --key, or MAS_API_KEY.")
  // As everywhere, /v1 is optional.
  const baseUrl = address.replace(/(\/v1)?\/*$/, "")
  const connection = { baseUrl, key, publicKey: values["public-key"], brandSid: values.brand }
  const numbers = values.rule ?? []
  const strange = numbers.filter((number) => !rules.some((rule) => rule.number === number))
  if (strange.length > 0)
    throw new Misused(`docs/internal/conformance.md has no rule ${strange.join(", ")}: --rule 36.1`)
  return { connection, writes: values.writes ?? false, numbers }
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const
  const options = {
    "base-url": text,
    key: text,
    "public-key": text,
    brand: text,
    writes: { type: "boolean" },
    rule: { type: "string", multiple: true },
  } as const
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new Misused(error instanceof Error ? error.message : String(error))
  }
}

/** Maximum differences to show for a rule; the rest is counted. */
const maxShown = 10
/** Maximum characters of a difference. */
const longest = 400

function lineOf({ number, rule, outcome, why }: Verdict): string {
  if (outcome === "skipped") return `skipped  ${number} ${rule} (${why.join("; ")})`
  const visibleLines = why
    .slice(0, maxShown)
    .map((one) => `           ${one.length > longest ? `${one.slice(0, longest)}…` : one}`)
  const more = why.length > maxShown ? [`           and ${why.length - maxShown} more`] : []
  return [`${outcome === "pass" ? "pass    " : "FAIL    "} ${number} ${rule}`, ...visibleLines, ...more].join("\n")
}

function summaryOf(verdicts: readonly Verdict[]): string {
  const count = (outcome: Verdict["outcome"]) => verdicts.filter((one) => one.outcome === outcome).length
  const others = rules.length - verdicts.length
  return `${count("pass")} passed, ${count("FAIL")} failed, ${count("skipped")} skipped; ${others} more rules of docs/internal/conformance.md were not looked at`
}

/** Redacts keys, webhook secrets and tokens. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((rest, secret) => rest.replaceAll(secret, "[key]"), text)
    .replaceAll(/whsec_[\w+/=-]+/g, "whsec_[hidden]")
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, "[token]")
}
