export { run } from "../../runners/partial-result.ts"
