import { type Stats, statSync } from "node:fs"
import { resolve } from "node:path"
import type { IdempotentOptions } from "../../sdk/client/options.ts"
import type { EndpointName } from "../../sdk/contract/index.ts"
import type { Context } from "../connection/context.ts"
import { requireCredential } from "../connection/request/connect.ts"
import { endpointName } from "../connection/request/endpoint-name.ts"
import { checkInput, type RequestParts, requestParts } from "../connection/request/request-input.ts"
import { generatedPlaceholder } from "../connection/request/transport.ts"
import { fileStream } from "../line/input/files.ts"
import { confirmCall } from "../terminal/ask/confirm-call.ts"
import { reasonOf, UsageError } from "../terminal/errors/cli-error.ts"

export interface PreparedCall {
  readonly name: EndpointName
  readonly input: RequestParts
  readonly options: IdempotentOptions
}

/**
 * Reads the request from the command line, and asks before anything that costs money, changes rights or cannot be undone.
 * @throws CliError when the contract refuses a value, or no credential is set.
 */
export async function prepareCall(context: Context): Promise<PreparedCall> {
  const { command, args, flags, io, globals } = context
  const input = await context.input()
  if (input) checkInput(command, input)
  const parts = requestParts(command, args, flags, input)
  if (!globals["dry-run"]) requireCredential(await context.profile(), command)
  if (command.confirm) await confirmCall(context, parts)
  const key = flags["idempotency-key"] ?? keyToShow(context, parts)
  return {
    name: endpointName(command.name),
    input: command.endpoint?.upload ? { ...parts, body: withFile(context, parts.body ?? {}) } : parts,
    options: { signal: io.signal, ...(typeof key === "string" ? { idempotencyKey: key } : {}) },
  }
}

/** Sends the request and returns the data; undefined for an empty response. */
export async function send(context: Context, { name, input, options }: PreparedCall): Promise<unknown> {
  const requester = await context.requester()
  return requester.call(name, input, options)
}

export function show(context: Context, data: unknown): Promise<void> {
  if (data === undefined && context.output.format === "table") context.note("Done.")
  return context.output.record(data)
}

/** A placeholder for the key that the client generates for each call. */
function keyToShow({ command, globals }: Context, { body }: RequestParts): string | undefined {
  const isMadeUp = command.endpoint?.idempotency === "optional" && body?.idempotency_key === undefined
  return globals["dry-run"] && isMadeUp ? generatedPlaceholder : undefined
}

/** `--file` for the client: a path, or a stream for content that can be read only once, such as stdin or a shell's `<(…)`. */
function withFile({ io, stdin }: Context, body: Record<string, unknown>): Record<string, unknown> {
  const { file, ...fields } = body
  const streamed = (content: unknown) => ({ ...fields, file: { content, filename: "stdin.csv" } })
  // It cannot be opened by name when stdin is a socket.
  if (file === "-" || file === "/dev/stdin") return streamed(stdin("--file"))
  const { path, stats } = lookAt(io, String(file))
  if (stats.isDirectory()) throw new UsageError(`--file: ${file} is a folder`)
  if (stats.isFile()) return { ...fields, file: path }
  return streamed(fileStream(path, `--file: ${file}`, io.signal))
}

/** A relative path cannot be resolved in a deleted folder. */
function lookAt({ cwd }: Context["io"], file: string): { path: string; stats: Stats } {
  try {
    const path = resolve(cwd, file)
    return { path, stats: statSync(path) }
  } catch (error) {
    throw new UsageError(`--file: ${file} cannot be read: ${reasonOf(error)}`)
  }
}
