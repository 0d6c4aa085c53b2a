/** Only Node can detect that other code has read from a stream. */
export function refuseConsumed(_stream: object): void {}

export function markConsumed(_stream: object): void {}
