import * as fc from "fast-check"
import { afterAll, afterEach } from "vitest"
import { throwComplaints } from "./checked-service.ts"
import { throwReplaced } from "./replaced.ts"

// As long as a property says that a list may be: by itself fast-check stops at a dozen.
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true })

// Runs for every test file, also where files share their modules: a hook that an imported module registers would be there
// for the first of them alone.

afterEach(throwComplaints)
// What comes while a file clears up belongs to that file, not to the next.
afterAll(throwComplaints)
afterAll(throwReplaced)
