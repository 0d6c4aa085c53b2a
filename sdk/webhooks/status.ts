// A module of its own, so that calls read `status.advance(status, event)`.
export { advance } from "./message-status.ts"
