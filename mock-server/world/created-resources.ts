/** A resource that a request created, or returned again for its idempotency key. */
export type CreatedResource =
  | {
      /** A message. */
      readonly kind: "message"
      /** The id of the message. */
      readonly id: number
    }
  | {
      /** A webhook event. */
      readonly kind: "event"
      /** `evt_…` */
      readonly id: string
    }

const nothing: readonly CreatedResource[] = []

interface Answer {
  readonly id?: unknown
  readonly event_id?: unknown
  readonly results?: unknown
}

const message = ({ id }: { readonly id?: unknown }): readonly CreatedResource[] =>
  typeof id === "number" ? [{ kind: "message", id }] : nothing

/** The created resources in an answer, by endpoint. */
const createdBy: Readonly<Record<string, (answer: Answer) => readonly CreatedResource[]>> = {
  "messages.send": message,
  "templates.sendTest": ({ results }) =>
    (Array.isArray(results) ? results : []).flatMap(({ message_id }) => message({ id: message_id })),
  "webhooks.test": ({ event_id }) => (typeof event_id === "string" ? [{ kind: "event", id: event_id }] : nothing),
}

/** The resources that a request created. Read from its response immediately, because bodies are dropped earlier. */
export const createdIn = (endpoint: string | undefined, answer: string | object | null): readonly CreatedResource[] =>
  endpoint === undefined || answer === null || typeof answer === "string"
    ? nothing
    : (createdBy[endpoint]?.(answer) ?? nothing)

const keyOf = ({ kind, id }: CreatedResource) => `${kind} ${id}`

/** @internal */
export class CreatedIndex {
  readonly #requests = new Map<string, number[]>()

  add(request: number, made: readonly CreatedResource[]): void {
    for (const each of made) {
      const key = keyOf(each)
      const known = this.#requests.get(key)
      if (known === undefined) this.#requests.set(key, [request])
      else known.push(request)
    }
  }

  remove(request: number, made: readonly CreatedResource[]): void {
    for (const each of made) {
      const key = keyOf(each)
      const left = this.#requests.get(key)?.filter((id) => id !== request) ?? []
      if (left.length > 0) this.#requests.set(key, left)
      else this.#requests.delete(key)
    }
  }

  /** The ids of the requests for a resource, oldest first. */
  of(made: CreatedResource): readonly number[] {
    return this.#requests.get(keyOf(made)) ?? []
  }

  clear(): void {
    this.#requests.clear()
  }
}
