/**
 * Whether fake timers hold `queueMicrotask`. Node ends the body of a `Request` or `Response` that was made from text with it:
 * held, the body repeats itself (up to Node 24) or waits (from Node 26 on), and never ends.
 */
export const areMicrotasksHeld = (): boolean => "clock" in Object(globalThis.queueMicrotask)

/** Why a body never ends while `areMicrotasksHeld`, and the way out. */
export const heldBody = "never ends, because fake timers hold queueMicrotask: leave it out of toFake"
