/** Of a stream that somebody else has read only Node knows. */
export function refuseConsumed(_stream: object): void {}

export function markConsumed(_stream: object): void {}
