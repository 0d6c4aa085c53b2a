/** Off Node `fetch` decodes every encoding that it requests. */
export const refuseZstd = (body: AsyncIterable<Uint8Array>, _answer: object) => body
