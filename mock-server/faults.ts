/** Failures that a test has asked for. */
export class Faults {}
