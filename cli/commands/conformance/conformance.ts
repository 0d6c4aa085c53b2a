import type { NamedEndpoint } from "../../../sdk/contract/core/endpoints.ts"
import { AuthenticationError } from "../../../sdk/errors.ts"
import type { Context } from "../../context.ts"
import { refusedValue } from "../../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { textsOf } from "../../line/flag-values.ts"
import { type CheckLine, checkColumns, drawCheckLines } from "../../output/check-lines.ts"
import { type Judges, ServiceLook } from "./look-at-service.ts"

/** `mas conformance`: exit code 0 where no line failed, else 1. */
export async function run(context: Context): Promise<ExitCode> {
  const { flags, io, output } = context
  const { contract, ErrorBody, listEndpoints } = await import("mas-sdk/contract")
  const { responseValidator } = await import("mas-sdk/validation")
  const { findIssues } = responseValidator()
  const said = (issues: readonly { readonly path: string; readonly message: string }[]) =>
    issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`))
  const judges: Judges = {
    success: ({ name, spec }, { status, body }) =>
      status === (spec.status ?? 200)
        ? said(findIssues(body, { name, ...(spec.paginated && { paginated: spec.paginated.size }) }))
        : [`answers ${status}, not ${spec.status ?? 200}`],
    error: (body) =>
      said(
        (ErrorBody.safeParse(body).error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message })),
      ),
  }
  const requester = await context.requester()
  // With a credential that is unknown, every line would fail.
  await requester.call("GET /v1/my/account", {}, { signal: io.signal }).catch((error: unknown) => {
    if (error instanceof AuthenticationError) throw error
  })
  const look = new ServiceLook(requester, io.signal, judges)
  const wanted = textsOf(flags, "endpoint")
  const reads = readsIn(listEndpoints(contract), wanted)
  const lines: CheckLine[] = []
  if (wanted === undefined) for await (const line of look.errors()) lines.push(line)
  for (const endpoint of reads) {
    for await (const line of look.endpoint(endpoint)) {
      if (wanted === undefined || wanted.includes(endpoint.name)) lines.push(line)
    }
  }
  await output.rows(lines, { columns: checkColumns, draw: (screen) => drawCheckLines(lines, screen) })
  const count = (outcome: CheckLine["outcome"]) => lines.filter((line) => line.outcome === outcome).length
  context.note(`${count("held")} held, ${count("failed")} failed, ${count("unknown")} unknown.`)
  return count("failed") === 0 ? exitCodes.ok : exitCodes.failure
}

/** The endpoints to read, those without parameters first: lists show the ids of what is in them. */
function readsIn(endpoints: readonly NamedEndpoint[], wanted: readonly string[] | undefined): NamedEndpoint[] {
  const reads = endpoints.filter(({ spec }) => spec.method === "GET" && spec.download === undefined)
  const strange = wanted?.find((name) => !reads.some((read) => read.name === name))
  if (strange !== undefined) throw refusedValue("--endpoint", `is none that is read: ${strange}`)
  const paths = reads.filter(({ name }) => wanted?.includes(name)).map(({ spec }) => spec.path)
  return reads
    .filter(
      ({ name, spec }) =>
        wanted === undefined || wanted.includes(name) || paths.some((path) => path.startsWith(`${spec.path}/{`)),
    )
    .sort((a, b) => Number(a.spec.params !== undefined) - Number(b.spec.params !== undefined))
}
