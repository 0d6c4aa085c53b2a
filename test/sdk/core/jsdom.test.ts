// @vitest-environment jsdom
import { describeDom } from "./dom.ts"

describeDom("jsdom")
