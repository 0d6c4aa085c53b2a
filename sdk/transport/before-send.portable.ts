/** Off Node a failure does not tell whether anything was sent. */
export const isBeforeSend = (_error: object | undefined) => false
