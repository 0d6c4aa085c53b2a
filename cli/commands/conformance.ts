import { AuthenticationError } from "../../sdk/client/errors.ts"
import type { NamedEndpoint } from "../../sdk/contract/core/endpoints.ts"
import type { Context } from "../connection/context.ts"
import { targetText } from "../connection/profile/profile.ts"
import { textsOf } from "../line/flag-values.ts"
import { confirmByTyping, typableName } from "../terminal/ask/confirm-by-typing.ts"
import { refusedValue } from "../terminal/errors/cli-error.ts"
import type { ExitCode } from "../terminal/errors/exit-codes.ts"
import { nothingFound } from "../terminal/errors/nothing-found.ts"
import { type CheckLine, exitCodeOf, printCheck } from "../terminal/output/check-lines.ts"
import { ReadChecks } from "./conformance/check-reads.ts"
import { WriteChecks, writtenTo } from "./conformance/check-writes.ts"
import { CheckedRequests, type ContractChecks } from "./conformance/checked-requests.ts"

/** `mas conformance`: exit code 0 when no line failed, else 1. */
export async function run(context: Context): Promise<ExitCode> {
  const { flags, io } = context
  const { contract, ErrorBody, listEndpoints } = await import("mas-sdk/contract")
  const { responseValidator } = await import("mas-sdk/validation")
  const { findIssues } = responseValidator()
  const issuesText = (issues: readonly { readonly path: string; readonly message: string }[]) =>
    issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
  const contractChecks: ContractChecks = {
    success: ({ name, spec }, { status, body }) =>
      status === (spec.status ?? 200)
        ? issuesText(findIssues(body, { name, ...(spec.paginated && { paginated: spec.paginated.size }) }))
        : [`responds with ${status}, not ${spec.status ?? 200}`],
    error: (body) =>
      issuesText(
        (ErrorBody.safeParse(body).error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message })),
      ),
  }
  const requests = new CheckedRequests(await context.requester(), io.signal, contractChecks)
  const endpoints = listEndpoints(contract)
  const selected = textsOf(flags, "endpoint")
  const writes = flags.writes === true
  const reads = readsIn(endpoints, selected, writes)
  const account = await accountName(requests)
  if (writes) await confirmWrites(context, account)
  const lines: CheckLine[] = []
  const readChecks = new ReadChecks(requests)
  if (selected === undefined) for await (const line of readChecks.errors()) lines.push(line)
  for (const endpoint of reads) for await (const line of readChecks.endpoint(endpoint)) lines.push(line)
  if (writes) for await (const line of new WriteChecks(requests, endpoints).lines(selected)) lines.push(line)
  const visibleLines = lines.filter(({ name }) => selected === undefined || selected.includes(name))
  return exitCodeOf(await printCheck(visibleLines, context))
}

/** The account's name; undefined when the response has none. Throws for an unknown credential: every line would fail. */
async function accountName(requests: CheckedRequests): Promise<string | undefined> {
  const account = await requests.send("GET /v1/my/account")
  if (account instanceof AuthenticationError) throw account
  const name: unknown = typeof account === "string" ? undefined : Object(account.body).name
  return typeof name === "string" ? name : undefined
}

/** Asks before writing, even with `--writes`: it may be the wrong account. */
async function confirmWrites(context: Context, account = ""): Promise<void> {
  const { globals, isInteractive, output, ask } = context
  const name = typableName(account, output.screen)
  const what = "Create, change and delete a webhook endpoint, and save the account and the user as they are"
  if (globals.yes || globals["dry-run"] || !isInteractive || name === undefined) return context.confirm(what)
  context.note(`${what}, ${targetText(await context.profile())}.`)
  await confirmByTyping(ask, "the account's name", name)
}

/** The endpoints to read, those without parameters first: their lists give the ids that others need. */
function readsIn(
  endpoints: readonly NamedEndpoint[],
  selected: readonly string[] | undefined,
  writes: boolean,
): NamedEndpoint[] {
  const reads = endpoints.filter(({ spec }) => spec.method === "GET" && spec.download === undefined)
  const endpointNames = [...reads.map(({ name }) => name), ...(writes ? writtenTo : [])]
  if (selected?.length === 0) throw nothingFound("--endpoint names no endpoint", "Name one, such as contacts.list.")
  const strange = selected?.find((name) => !endpointNames.includes(name))
  if (strange !== undefined) throw refusedValue("--endpoint", refusalOf(strange, writes))
  const paths = endpoints.filter(({ name }) => selected?.includes(name)).map(({ spec }) => spec.path)
  return reads
    .filter(
      ({ name, spec }) =>
        selected === undefined || selected.includes(name) || paths.some((path) => path.startsWith(`${spec.path}/{`)),
    )
    .sort((a, b) => Number(a.spec.params !== undefined) - Number(b.spec.params !== undefined))
}

function refusalOf(name: string, writes: boolean): string {
  if (writes) return `is not checked: ${name}`
  return writtenTo.includes(name) ? `is only checked with --writes: ${name}` : `is not checked: ${name}`
}
