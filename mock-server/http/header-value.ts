/** What no header can carry: line breaks, controls, letters beyond ASCII. */
const unfit = /[^\t\x20-\x7e]+/g

/**
 * A text as the value of a header, whoever wrote it: what a header cannot carry is percent-encoded, as in an address. Half a
 * character, which JSON can say, becomes U+FFFD first: it has no encoding.
 */
export const headerValue = (text: string): string =>
  text.replace(unfit, (part) => encodeURIComponent(part.replace(/\p{Cs}/gu, "\ufffd")))
