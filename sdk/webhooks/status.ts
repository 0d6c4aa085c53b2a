// `status.advance(status, event)`: a name of its own, which reads as what it does.
export { advance } from "./message-status.ts"
