import { basename, extname } from "node:path"
import type { InboundResult } from "../../mock-server/domain/inbox.ts"
import type { Context } from "../context.ts"
import { readBytes, readFileBytes } from "../input/files.ts"
import { textsOf } from "../line/flag-values.ts"
import { control } from "./control.ts"

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

/** `mas mock inbound`: a mail arrives. */
export async function inbound(context: Context): Promise<void> {
  const { attach: _, unscanned, eml, ...fields } = context.flags
  const attachments = await Promise.all(
    (textsOf(context.flags, "attach") ?? []).map((path) => attachment(context, path, unscanned !== true)),
  )
  const whole = typeof eml === "string" ? { eml_base64: await readEml(context, eml) } : {}
  const body = Object.fromEntries(
    Object.entries({ ...fields, ...whole, ...(attachments.length > 0 ? { attachments } : {}) })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name.replaceAll("-", "_"), value]),
  )
  const call = eml === undefined ? "POST /inbound" : "POST /inbound/eml"
  await context.output.record(await control<InboundResult>(context, call, { body }))
}

/** Bytes: a mail says itself in which charset its parts are. */
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
