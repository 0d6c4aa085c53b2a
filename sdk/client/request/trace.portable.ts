/** Off Node there are no tracing channels. */
export const callChannel = undefined
export const attemptChannel = undefined

export const traceCall = undefined
export const traceAttempt = undefined
