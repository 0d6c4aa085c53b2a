import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import type { Output } from "../output/output.ts"
import type { DryRequest } from "./transport.ts"

/** What `--dry-run` prints: the request, as it would have been sent. */
export async function showRequest(output: Output, request: DryRequest): Promise<ExitCode> {
  if (output.format !== "table") await output.record(request)
  else {
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
    const body = request.body === null ? [] : ["", JSON.stringify(request.body, null, 2)]
    await output.text([`${request.method} ${request.url}`, ...headers, ...body].join("\n"))
  }
  return exitCodes.ok
}
