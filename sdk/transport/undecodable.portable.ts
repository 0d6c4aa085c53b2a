/** Off Node an error does not tell why the body could not be read. */
export const undecodableText = undefined
