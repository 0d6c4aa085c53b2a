import type { Decider, HeldItem } from "../../../sdk/outbox/index.ts"
import type { Context } from "../../connection/context.ts"
import { commandAt } from "../../connection/request/endpoint-at.ts"
import { checkInput } from "../../connection/request/request-input.ts"
import { aboutItem } from "./about-call.ts"
import type { SeenItem } from "./approve-item.ts"
import { type OpenApprovals, requirePerson } from "./open-approvals.ts"

/** Makes a new revision of what was seen, unless it has changed since. Without input the body stays. A dry run only checks. */
export async function editItem(
  context: Context,
  approvals: OpenApprovals,
  { id, hash }: Pick<SeenItem, "id"> & Partial<SeenItem>,
  input: object | undefined,
  by: Decider,
): Promise<HeldItem> {
  requirePerson(context)
  const item = await approvals.get(id)
  const { command } = commandAt(context.program.tables, item.method, item.path) ?? {}
  if (input && command) checkInput(command, input)
  const body = input === undefined ? item.body : JSON.stringify(input)
  const about = await aboutItem(context, { ...item, body })
  return context.globals["dry-run"] ? item : approvals.edit(id, hash ?? item.hash, { ...by, body, about })
}
