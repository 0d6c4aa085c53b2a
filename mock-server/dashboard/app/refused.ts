/** An answer that is no success, with what it says; `fields` has what is wrong with each field, where it says so. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}
