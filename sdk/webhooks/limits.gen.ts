// Written by `npm run generate` from sdk/contract/core/limits.ts. Do not edit.

/** The maximum size of an event in bytes: a JSON body, and both texts of `email.received` with every character escaped. */
export const largestEvent = 6_029_312
