import { basename, extname } from "node:path"
import type { Context } from "../../connection/context.ts"
import { textsOf } from "../../line/flag-values.ts"
import { readBytes, readFileBytes } from "../../line/input/files.ts"
import { asFields, printControl } from "../../runners/control.ts"

const types: Readonly<Record<string, string>> = {
  ".csv": "text/csv",
  ".html": "text/html",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".txt": "text/plain",
}

export async function run(context: Context): Promise<void> {
  const { attach: _, unscanned, eml, ...fields } = context.flags
  const attachments = await Promise.all(
    (textsOf(context.flags, "attach") ?? []).map((path) => attachment(context, path, unscanned !== true)),
  )
  const messageFields = typeof eml === "string" ? { eml_base64: await readEml(context, eml) } : {}
  const body = { ...asFields(fields), ...messageFields, ...(attachments.length > 0 ? { attachments } : {}) }
  await printControl(context, eml === undefined ? "POST /inbound" : "POST /inbound/eml", { body })
}

/** As bytes: a mail itself names the charset of its parts. */
async function readEml(context: Context, path: string): Promise<string> {
  const bytes = path === "-" ? await readBytes(context, path, "--eml") : readFileBytes(context.io, path, "--eml")
  return Buffer.from(bytes).toString("base64")
}

async function attachment({ io }: Context, path: string, scanned: boolean) {
  const bytes = readFileBytes(io, path, "--attach")
  return {
    filename: basename(path),
    content_type: types[extname(path).toLowerCase()] ?? "application/octet-stream",
    content_base64: Buffer.from(bytes).toString("base64"),
    scanned,
  }
}
