/** Of a stream that somebody else has read only Node knows. */
export function refuseSpent(_stream: object): void {}

export function spend(_stream: object): void {}
