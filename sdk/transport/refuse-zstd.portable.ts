/** Off Node a `fetch` decodes whatever it asks for. */
export const refuseZstd = (body: AsyncIterable<Uint8Array>, _answer: object) => body
