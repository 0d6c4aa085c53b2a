/** An answer that needs more said of it than its model. */
export class Reply<T> {
  constructor(
    readonly model: T,
    readonly notes: {
      /** True when the effect was there already: answered with the endpoint's `replayStatus`. */
      readonly existing?: boolean
      /** A JSON Web Token that the answer carries beside its model. */
      readonly token?: string
      /** True for a model made for this answer alone: its text is not worth keeping. */
      readonly fresh?: boolean
    },
  ) {}
}

/** The answer of a request whose effect was there already. */
export const existing = <T>(model: T) => new Reply(model, { existing: true })

/** The answer that is put together anew each time, for example from what an account has used by now. */
export const fresh = <T>(model: T) => new Reply(model, { fresh: true })

/** One page of a list, and how many rows there are in all. */
export interface PageOfRows<T> {
  readonly rows: readonly T[]
  readonly total: number
  /** True for rows made for this answer alone. */
  readonly fresh?: boolean
}

/** A file to download. */
export interface FileAnswer {
  readonly filename: string
  readonly contentType: string
  readonly bytes: Uint8Array
}
