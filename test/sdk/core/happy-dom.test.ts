// @vitest-environment happy-dom
import { describeDom } from "./dom.ts"

describeDom("happy-dom")
