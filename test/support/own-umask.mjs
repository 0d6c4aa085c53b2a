import { isMainThread } from "node:worker_threads"

/** When preloaded, a program's files are readable only by its own user. */
if (isMainThread) process.umask(0o077)
