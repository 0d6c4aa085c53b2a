/** Percent-encodes a text for a URL or a header. A lone surrogate, which JSON allows, has no encoding: it becomes U+FFFD. */
export const percentEncode = (text: string): string => encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"))
