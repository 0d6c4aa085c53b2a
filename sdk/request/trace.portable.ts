/** Off Node there are no channels to tell. */
export const callChannel = undefined
export const attemptChannel = undefined

export const traceCall = undefined
export const traceAttempt = undefined
