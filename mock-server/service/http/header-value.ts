import { percentEncode } from "../../base/percent-encode.ts"

/** Characters that a header cannot carry: line breaks, controls, and non-ASCII letters. */
const unfit = /[^\t\x20-\x7e]+/g

/** A text as a header value: invalid characters are percent-encoded, as in a URL. */
export const headerValue = (text: string): string => text.replace(unfit, percentEncode)
