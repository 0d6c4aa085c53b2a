/** A module of its own, for an import on demand: of a bundled CommonJS package that alone would give the default only. */
export { parseDocument, stringify } from "yaml"
