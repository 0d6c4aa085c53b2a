/** For dynamic import: importing a bundled CommonJS package directly would give only its default export. */
export { parseDocument, stringify } from "yaml"
