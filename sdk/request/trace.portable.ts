/** Off Node there are no channels to tell. */
export const callChannel = undefined
export const attemptChannel = undefined

export class CallTrace {}
export class AttemptTrace {}
export const traced = undefined
