/** A response that carries more than its model. */
export class Reply<T> {
  constructor(
    readonly model: T,
    readonly notes: {
      /** True when the effect already existed: responded with the endpoint's `replayStatus`. */
      readonly replayed?: boolean
      /** A JSON Web Token to send with the model. */
      readonly token?: string
      /** What the caller may not have meant: a header of the mock server, and in its journal. */
      readonly warning?: string
    },
  ) {}
}

/** Adds a warning to a response. */
export const withWarning = <T>(response: T | Reply<T>, warning: string): Reply<T> =>
  response instanceof Reply
    ? new Reply(response.model, { ...response.notes, warning })
    : new Reply(response, { warning })

/** The response to a request whose effect already existed. */
export const replayed = <T>(model: T) => new Reply(model, { replayed: true })

/** One page of a list, and the total number of rows. */
export interface PageOfRows<T> {
  readonly rows: readonly T[]
  readonly total: number
}

export interface FileResponse {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}
