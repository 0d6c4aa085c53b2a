/** Off Node there are no channels to tell. */
export const callChannel = undefined
export const attemptChannel = undefined

export class CallTrace {}
export class AttemptTrace {}

export function traced<T>(_channel: undefined, _begin: () => object, run: () => Promise<T>): Promise<T> {
  return run()
}
