// What a client can live without until somebody needs it: one file of its own, loaded with the first request that does.
export { openDownload } from "../files/download.ts"
export { openUpload } from "../files/upload.ts"
export { createFetchTransport } from "../transport/fetch-exchange.ts"
export { createUndiciTransport } from "../transport/undici-exchange.ts"
export { follow } from "../wait/wait-loop.ts"
export { Observer } from "./observer.ts"
