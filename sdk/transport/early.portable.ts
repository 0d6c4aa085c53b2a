/** Off Node a failure does not tell whether anything was sent. */
export const isEarly = (_error: object | undefined) => false
