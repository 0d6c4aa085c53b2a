/** A response that carries more than its model. */
export class Reply<T> {
  constructor(
    readonly model: T,
    readonly notes: {
      /** True when the effect already existed: answered with the endpoint's `replayStatus`. */
      readonly existing?: boolean
      /** A JSON Web Token to send with the model. */
      readonly token?: string
      /** True for a model built for this response only: its JSON is not worth caching. */
      readonly fresh?: boolean
    },
  ) {}
}

/** The response to a request whose effect already existed. */
export const existing = <T>(model: T) => new Reply(model, { existing: true })

/** A response that is computed each time, for example from an account's usage. */
export const fresh = <T>(model: T) => new Reply(model, { fresh: true })

/** One page of a list, and the total number of rows. */
export interface PageOfRows<T> {
  readonly rows: readonly T[]
  readonly total: number
  /** True for rows built for this response only. */
  readonly fresh?: boolean
}

export interface FileAnswer {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}
