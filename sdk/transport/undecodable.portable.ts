/** Off Node a failure does not tell why the body could not be read. */
export const undecodableText = undefined
