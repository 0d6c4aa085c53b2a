import * as z from "zod"

/** Whether text is an e-mail address as the contract has it; without the cost of a schema, for a million rows. */
export const isEmail = (text: string): boolean => z.regexes.email.test(text)
