/** How severe a finding is: every recipient sees an `error`, some see a `warning`. */
export type LintSeverity = "error" | "warning"

/** A rule: its severity, message and advice. */
interface Rule {
  readonly severity: LintSeverity
  readonly message: string
  readonly advice: string
}

/** Every rule of `lintMessage`. */
export const lintRules = {
  undefined: {
    severity: "error",
    message: "says “undefined” where a value is missing",
    advice: "Give the value, or leave the words around it out.",
  },
  null: {
    severity: "error",
    message: "says “null” where a value is missing",
    advice: "Give the value, or leave the words around it out.",
  },
  nan: {
    severity: "error",
    message: "says “NaN” where a number could not be computed",
    advice: "Check the numbers that it is made of.",
  },
  "invalid-date": {
    severity: "error",
    message: "says “Invalid Date”",
    advice: "Check the text that the date is made of.",
  },
  "object-object": {
    severity: "error",
    message: "shows an object, promise or function where its value was meant",
    advice: "Name the field, await the promise, or write the object as text.",
  },
  "merge-tag": {
    severity: "error",
    message: "has a merge tag that nothing fills in",
    advice: "Give its value in data, or remove it. MAS fills in {{ data.x }} and {{ contact.x }}.",
  },
  "wrong-charset": {
    severity: "error",
    message: "has characters that were read in the wrong charset",
    advice: "Read the text as UTF-8, without a byte order mark, and encode it once.",
  },
  "double-escape": {
    severity: "error",
    message: "has a character that was escaped once too often, such as &amp;amp;",
    advice: "Escape it once in HTML, and not at all in texts.",
  },
  "missing-name": {
    severity: "error",
    message: "greets somebody without a name, as in “Hi ,”",
    advice: "Give the name, or a greeting that needs none, such as {{ contact.first_name | default: 'there' }}.",
  },
  "empty-subject": { severity: "error", message: "is empty", advice: "Write a subject." },
  "long-subject": {
    severity: "warning",
    message: "is longer than 78 characters, which most mail programs cut",
    advice: "Say what matters in the first 50.",
  },
  "relative-link": {
    severity: "error",
    message: "has an address without a host, which leads nowhere from a mailbox",
    advice: "Write the whole address, from https:// on.",
  },
  "local-link": {
    severity: "error",
    message: "has an address on the sender's own machine or network",
    advice: "Write the public address.",
  },
  "link-scheme": {
    severity: "error",
    message: "has an address that a mailbox cannot open: its scheme is misspelt, doubled, or for programs and files",
    advice: "Write the whole address, with https:// once.",
  },
  "insecure-link": {
    severity: "warning",
    message: "has an address with http:, about which browsers warn",
    advice: "Write https:.",
  },
  "image-alt": {
    severity: "warning",
    message: "has an image without alt: readers with images off or a screen reader get nothing",
    advice: 'Say in alt what it shows; alt="" for decoration.',
  },
  "image-data": {
    severity: "warning",
    message: "has an image of more than 100 KB in a data: address, which Gmail and Outlook do not show",
    advice: "Put it on a server and link to it.",
  },
  "html-size": {
    severity: "warning",
    message: "is larger than 102 KB: Gmail cuts it there",
    advice: "Move images and styles out, or shorten the mail.",
  },
  "no-text": {
    severity: "warning",
    message: "has no plain text beside it: spam filters trust such a mail less",
    advice: "Give body as well.",
  },
  "sms-charset": {
    severity: "warning",
    message:
      "has characters that are not in the SMS alphabet GSM-7, so it is sent in more parts, each of which is billed",
    advice: "Write them otherwise: a straight quotation mark, a hyphen, three dots.",
  },
  "from-brand": {
    severity: "error",
    message: "is no address that the brand sends from",
    advice: "Use a verified sender of the brand.",
  },
  "unbalanced-tag": {
    severity: "warning",
    message: "has a tag that is not opened or not closed",
    advice: "Close each element once, inside the one it was opened in.",
  },
} as const satisfies Readonly<Record<string, Rule>>

/** The name of a rule, as for `off`. */
export type LintRule = keyof typeof lintRules

/** A rule that a message breaks, and where. */
export interface LintFinding {
  /** The rule's name. */
  readonly rule: LintRule
  /** How severe it is. */
  readonly severity: LintSeverity
  /** The part of the message, and for text line and column, both from 1: `subject`, `html:12:5`, `text:3:1`, `from`. */
  readonly place: string
  /** The text found, shortened. */
  readonly excerpt: string
  /** The problem, as a sentence without its full stop that begins with the part. */
  readonly message: string
  /** How to fix it. */
  readonly advice: string
}
