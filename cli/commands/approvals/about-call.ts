import type { Mas } from "../../../sdk/client/client.ts"
import type { HeldItem } from "../../../sdk/outbox/index.ts"
import type { Context } from "../../connection/context.ts"
import { commandAt } from "../../connection/request/endpoint-at.ts"
import type { ConfirmationDetails } from "../../terminal/ask/confirmation-details.ts"
import { shortHash } from "../../terminal/output/short-hash.ts"
import { callDetails, stateOf } from "./call-details.ts"

/** What a held call is about, as it was when its revision was made; of a program's call, when a person first looked at it. */
export interface AboutCall {
  /** What the call does, in words. */
  readonly what: string
  readonly title?: string | undefined
  readonly facts?: ConfirmationDetails["facts"] | undefined
  /** The texts of the template that it sends. */
  readonly template?: ConfirmationDetails["template"]
  /** The contact whose fields fill its texts. */
  readonly contact?: ConfirmationDetails["contact"]
  /** Hash of everything that it would send besides its own body, and to whom. */
  readonly state: string
}

export const aboutDetails = async (what: string, details: ConfirmationDetails | undefined): Promise<AboutCall> => ({
  what,
  ...(details && { title: details.title, facts: details.facts }),
  ...(details?.template && { template: details.template }),
  ...(details?.contact && { contact: details.contact }),
  state: shortHash(await stateOf(details)),
})

/** The same for a held item, as the service has it now. */
export async function aboutItem(context: Context, { method, path, body, brandSid }: HeldItem): Promise<AboutCall> {
  const endpoint = commandAt(context.program.tables, method, path)
  if (endpoint === undefined) return { what: `${method} ${path}`, state: "" }
  const { command, params } = endpoint
  const query = Object.fromEntries(new URLSearchParams(/\?(.*)/s.exec(path)?.[1]))
  const parts = { params, query, body: body === null ? undefined : JSON.parse(body) }
  const client = await clientOf(context, brandSid)
  const details = await callDetails(context, { command, parts, client, signal: context.io.signal })
  return aboutDetails(command.summary, details)
}

/** The client for the brand of a call: the profile may have another. */
export const clientOf = async (context: Context, brandSid: string | null): Promise<Mas> => {
  const client = await context.client()
  return brandSid === null ? client : client.withOptions({ brandSid })
}

/** What an item's revision was about; undefined while nobody has looked at it. */
export const aboutOf = ({ about }: HeldItem): AboutCall | undefined =>
  typeof about === "object" && about !== null && "state" in about ? (about as AboutCall) : undefined
