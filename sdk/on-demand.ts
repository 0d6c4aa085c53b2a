// What a client can live without until somebody needs it: one file of its own, loaded with the first request that does.
export { openDownload } from "./download.ts"
export { Observer } from "./observer.ts"
export { createFetchTransport } from "./transport/fetch-exchange.ts"
export { createUndiciTransport } from "./transport/undici-exchange.ts"
export { openUpload } from "./upload.ts"
export { follow } from "./wait-loop.ts"
