/** The only part of htmlparser2 that goes into the package: its parser and DOM would add 25 KB. */
export { Tokenizer } from "htmlparser2"
