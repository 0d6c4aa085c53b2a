/** Off Node the client is a single file. */
export { openUpload } from "./upload.ts"
