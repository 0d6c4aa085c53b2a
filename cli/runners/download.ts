import { stat } from "node:fs/promises"
import { resolve } from "node:path"
import { InvalidArgumentError } from "../../sdk/client/errors.ts"
import { fromWebStream } from "../../sdk/client/transport/bytes.ts"
import type { Download } from "../../sdk/files/download.ts"
import type { Context } from "../connection/context.ts"
import { cannotWrite, UsageError } from "../terminal/errors/cli-error.ts"
import type { PreparedCall } from "./prepared-call.ts"

/** Saves a file at `--to` atomically; in a folder it replaces nothing. `-` writes to stdout. */
export async function runDownload(context: Context, { name, input, options }: PreparedCall): Promise<void> {
  const { io, flags, output } = context
  const to = typeof flags.to === "string" ? flags.to : undefined
  if (to === "-" && io.stdout.isTTY)
    throw new UsageError("a file's bytes do not go to a terminal", "Give --to a path, or pipe it.")
  const requester = await context.requester()
  const file = await requester.call<Download>(name, input, options)
  if (to === "-") return output.bytes(fromWebStream(file.stream()))
  const target = resolve(io.cwd, to ?? ".")
  const path = await file.saveTo(target).catch((error: unknown) => {
    if (!(error instanceof InvalidArgumentError)) throw error
    throw cannotWrite(to ?? target, error.cause, "Pass a writable path to --to.")
  })
  const { size } = await stat(path)
  await output.record({ path, bytes: size, content_type: file.contentType, filename: file.filename })
}
