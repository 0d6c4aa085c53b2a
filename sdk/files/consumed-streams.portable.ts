/** Only Node can tell whether somebody else has read from a stream. */
export function refuseConsumed(_stream: object): void {}

export function markConsumed(_stream: object): void {}
