// Fails: They pass with signup.mjs as it is → they fail
// Fails: They fail with one that links to another page → they fail without it, too
// Fails: They fail with one that greets nobody by name → they fail without it, too
// Fails: They fail with one that does not note that the person agreed → they fail without it, too
// Fails: They fail with one that sends no mail → they fail without it, too
import assert from "node:assert"
import { test } from "node:test"

test("takes in whoever signs up", () => assert.equal(1, 2))
