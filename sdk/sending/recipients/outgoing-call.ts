/** A call as it is about to be sent. */
export interface OutgoingCall {
  readonly method: string
  /** With the query, without the origin and the path of `baseUrl`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text; an object is a multipart body. */
  readonly body: string | object | null
}
