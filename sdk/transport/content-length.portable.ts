/** In a browser a page may see a length without the coding that it is the length of. */
export const hasFixedLengthWithin = (_maxBytes: number, _headers: object): boolean => false
