/** Off Node there are no channels to tell. */
export const tracedCall = <T>(_endpoint: unknown, run: () => T) => run()
export const tracedAttempt = <T>(_call: object, _attempt: number, run: () => T) => run()
