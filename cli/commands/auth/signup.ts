export { run } from "./login.ts"
