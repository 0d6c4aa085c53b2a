import { isMainThread } from "node:worker_threads"

/** Preloaded, what a program writes is for its own user alone. */
if (isMainThread) process.umask(0o077)
