// Forms of text that are also needed where no schema is loaded.

/** An e-mail address: dots only between words, and a domain of at least two labels. */
export const emailPattern = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i
/** A phone number in E.164 form, such as `+4915112345678`. */
export const phonePattern = /^\+[1-9]\d{6,14}$/

export const isEmail = (text: string): boolean => emailPattern.test(text)

/** The address in `Acme <hello@acme.test>`; the text itself where it is no name with an address. */
export const addressOf = (sender: string): string => /^[^<>]*<([^<>]+)>$/.exec(sender)?.[1] ?? sender
