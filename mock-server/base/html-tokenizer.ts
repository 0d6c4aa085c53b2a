/** Of htmlparser2 only this: its parser and its documents would be half as much again. */
export { Tokenizer } from "htmlparser2"
