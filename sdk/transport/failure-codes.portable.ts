/** Off Node an error does not tell whether anything was sent. */
export const isBeforeSend = (_error: object | undefined) => false

/** Off Node an error does not tell why the body could not be read. */
export const undecodableText = undefined
