/** In a browser the length may be visible without the encoding that it belongs to. */
export const hasFixedLengthWithin = (_maxBytes: number, _headers: object): boolean => false
