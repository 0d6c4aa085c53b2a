// By names: of a file in CommonJS Node takes all exports together for the default one.
export { type Attachment, addressParser, decodeWords, default as PostalMime, type Email } from "postal-mime"
