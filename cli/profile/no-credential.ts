/** What stands for a credential where none is needed: it is taken out of what is shown like any other, so no text has it. */
export const noCredential = "no-credential"
