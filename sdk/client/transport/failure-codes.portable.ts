/** Off Node an error does not show whether anything was sent. */
export const isBeforeSend = (_causes: readonly Error[]) => false

/** Off Node an error does not show whether its cause lasts. */
export const findLasting = undefined

/** Off Node an error does not show why the body could not be read. */
export const undecodableText = undefined
