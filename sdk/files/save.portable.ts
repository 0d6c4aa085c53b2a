/** Off Node the client is one file. */
export { save } from "./paths.portable.ts"
