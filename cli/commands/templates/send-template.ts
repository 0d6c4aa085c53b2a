import { ConflictError } from "../../../sdk/client/errors.ts"
import type { Template, TemplateUpdate } from "../../../sdk/contract/templates.ts"
import type { Context } from "../../connection/context.ts"
import type { Pair, RemoteTemplate } from "../../templates/index.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import type { Files } from "./files.ts"
import type { TemplateStatus } from "./look.ts"

/** Sends the local template: creates it, or updates the version that was read. If that has changed since, sends nothing. */
export async function sendTemplate(
  context: Context,
  files: Files,
  looked: TemplateStatus,
  pair: Pair,
): Promise<RemoteTemplate> {
  const { folder, local, remote } = pair
  if (local === undefined) throw new Error("there is nothing to send")
  if (remote === undefined) return add(context, files, looked, { folder, content: local.content })
  const { client } = looked.target
  const options = { signal: context.io.signal }
  const fields = files.changedFields(local.content, remote.content).map((field) => [field, local.content[field]])
  const changes: TemplateUpdate = { ...Object.fromEntries(fields), if_version: remote.version }
  try {
    return asKept(files, await client.templates.update(remote.id, changes, options))
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    const now = asKept(files, await client.templates.get(remote.id, options))
    // The response to an earlier attempt may have been lost.
    if (files.changedFields(local.content, now.content).length === 0) return now
    throw new CliError(
      `${folder} was changed at the service in the meantime: it has version ${now.version}, not ${remote.version}`,
      exitCodes.conflict,
      {
        code: "template_version_conflict",
        status: 409,
        hint: "Nothing there was overwritten. Merge the change with mas templates pull, then push again.",
        cause: error,
      },
    )
  }
}

/**
 * Creates a template, unless another push has done so in the meantime. The service has no idempotency key for this and
 * cannot delete templates, so check again immediately before.
 */
async function add(
  { io }: Context,
  files: Files,
  { target: { client }, seen: ids }: TemplateStatus,
  { folder, content }: Pick<NonNullable<Pair["local"]>, "folder" | "content">,
): Promise<RemoteTemplate> {
  const options = { signal: io.signal }
  for await (const { id, name } of client.templates.list({ limit: 100 }, options)) {
    if (name !== content.name || ids.has(id)) continue
    const other = asKept(files, await client.templates.get(id, options))
    if (files.changedFields(content, other.content).length === 0) return other
    throw new CliError(
      `${folder}: the service has a template of this name since this push looked`,
      exitCodes.conflict,
      { hint: "Run mas templates pull, then push again." },
    )
  }
  return asKept(files, await client.templates.create(content, options))
}

const asKept = (files: Files, template: Template): RemoteTemplate => ({
  id: template.id,
  version: template.version,
  content: files.contentOf(template),
})
