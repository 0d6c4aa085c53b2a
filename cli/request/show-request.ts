import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { wrapNote } from "../output/note.ts"
import type { Output } from "../output/output.ts"
import type { DryRequest } from "./transport.ts"

/** What `--dry-run` prints: the request, as it would have been sent. */
export async function showRequest(output: Output, request: DryRequest): Promise<ExitCode> {
  if (output.format !== "table") await output.record(request)
  else {
    const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`)
    const body = request.body === null ? [] : ["", JSON.stringify(request.body, null, 2)]
    const lines = [`${request.method} ${request.url}`, ...headers, ...body].flatMap((text) => text.split("\n"))
    await output.text(lines.map((line) => wrapNote(line, output.screen, 2)).join("\n"))
  }
  return exitCodes.ok
}
