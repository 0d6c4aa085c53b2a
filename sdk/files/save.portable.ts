/** Off Node the client is a single file. */
export { save } from "./paths.portable.ts"
