/** Off Node an error does not tell whether anything was sent. */
export const isBeforeSend = (_error: object | undefined) => false
