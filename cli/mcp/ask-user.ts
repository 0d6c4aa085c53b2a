import { randomUUID } from "node:crypto"
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server"
import { isObject } from "../../sdk/client/transport/fields.ts"
import { fieldOf } from "../terminal/output/fields.ts"
import type { Agree } from "./tool.ts"

/** Milliseconds for a response of the user. */
const agreeTimeout = 300_000
/** Maximum number of questions that wait for a response. */
const maxOpen = 100

/** The dialog has nothing to fill in: the user agrees or not. */
const requestedSchema = { type: "object" as const, properties: {} }

/** True if the client has a dialog for questions of a server (elicitation). Since 2026-07-28 each request says so. */
export function canAsk(server: Server, { mcpReq: { envelope } }: ServerContext): boolean {
  const capabilities = envelope ? fieldOf(envelope, CLIENT_CAPABILITIES_META_KEY) : server.getClientCapabilities()
  const dialogs = fieldOf(capabilities, "elicitation")
  // Without a kind it is that of a form.
  return isObject(dialogs) && ("form" in dialogs || Object.keys(dialogs).length === 0)
}

/** Asks the user during a call, by the client's own dialog, which no response of an assistant can stand for. */
export function askDuringCall(server: Server, signal: AbortSignal): Agree {
  return async (message) => {
    const params = { message, requestedSchema }
    const asking = server.request({ method: "elicitation/create", params }, { signal, timeout: agreeTimeout })
    const { action } = await asking.catch((error: unknown) => {
      if (signal.aborted) throw error
      return { action: undefined }
    })
    return action
  }
}

/**
 * Asks the user between two calls, as of 2026-07-28: the first ends with the question, and the client makes it again with the
 * user's answer. A response counts once, and for the question that was asked: if anything of it has changed, it is asked anew.
 */
export class QuestionsBetweenCalls {
  /** The questions without a response, by the state that the client returns. */
  readonly #open = new Map<string, { readonly message: string; readonly until: number }>()

  ask({ mcpReq }: ServerContext): { readonly agree: Agree; readonly question: () => InputRequiredResult | undefined } {
    let question: InputRequiredResult | undefined
    const state = mcpReq.requestState<string>() ?? ""
    const pending = this.#open.get(state)
    this.#open.delete(state)
    const agree: Agree = async (message) => {
      if (pending?.message === message && performance.now() < pending.until) {
        const action = fieldOf(mcpReq.inputResponses?.agree, "action")
        return typeof action === "string" ? action : undefined
      }
      question = this.#questionOf(message)
      return undefined
    }
    return { agree, question: () => question }
  }

  #questionOf(message: string): InputRequiredResult {
    const requestState = randomUUID()
    this.#open.set(requestState, { message, until: performance.now() + agreeTimeout })
    for (const oldest of this.#open.keys()) if (this.#open.size > maxOpen) this.#open.delete(oldest)
    return inputRequired({ inputRequests: { agree: inputRequired.elicit({ message, requestedSchema }) }, requestState })
  }
}
