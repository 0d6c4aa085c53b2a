/** Characters that a header cannot carry: line breaks, controls, and non-ASCII letters. */
const unfit = /[^\t\x20-\x7e]+/g

/**
 * A text as a header value: invalid characters are percent-encoded, as in a URL. A lone surrogate, which JSON allows, becomes
 * U+FFFD first: it has no encoding.
 */
export const headerValue = (text: string): string =>
  text.replace(unfit, (part) => encodeURIComponent(part.replace(/\p{Cs}/gu, "\ufffd")))
