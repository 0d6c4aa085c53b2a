import * as fc from "fast-check"
import { afterAll, afterEach } from "vitest"
import { throwComplaints } from "./checked-service.ts"
import "./quiet.ts"
import { throwReplaced } from "./replaced.ts"

// Generates lists up to the length that a property allows: by default fast-check stops at a dozen.
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true })

// A setup file runs for every test file. With shared modules, a hook registered by an imported module would run only
// for the first file.

afterEach(throwComplaints)
// Complaints during a file's cleanup belong to that file, not to the next.
afterAll(throwComplaints)
afterAll(throwReplaced)
