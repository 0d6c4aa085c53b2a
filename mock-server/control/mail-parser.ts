// Named exports only: where an ES module imports a CommonJS file, Node makes the object of all exports its default export.
export { type Attachment, addressParser, decodeWords, default as PostalMime, type Email } from "postal-mime"
