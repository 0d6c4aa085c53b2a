/** Off Node the client is one file. */
export { openUpload } from "./upload.ts"
