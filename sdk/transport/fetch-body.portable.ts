/** In a browser the length may be visible without the encoding that it belongs to. */
export const hasFixedLengthWithin = (_maxBytes: number, _headers: object): boolean => false

/** Off Node `fetch` decodes every encoding that it requests. */
export const refuseZstd = (body: AsyncIterable<Uint8Array>, _answer: object) => body
