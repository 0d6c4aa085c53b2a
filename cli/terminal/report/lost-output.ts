import { CliError, cannotWrite } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import { countText } from "../output/numbers.ts"

/** Stdout failed, such as on a full disk. What a command has done by then is done. */
export class LostOutputError extends CliError {
  constructor(cause: Error) {
    const { message, code, hint } = cannotWrite("the output", cause)
    super(message, exitCodes.failure, { code, hint, cause })
  }
}

/** The writes that the service performed for a command. */
export interface Written {
  readonly count: number
  /** The idempotency key of the last one. */
  readonly key: string | undefined
  /** The id of the only one, if it is known. */
  readonly id?: unknown
}

/**
 * What to say of writes whose result was not printed: that they were made, so that no script makes them again. `again` is the same
 * command if running it again has no second effect.
 */
export function lostOutputFacts({ count, key, id }: Written, again: string | undefined) {
  const success =
    count === 1
      ? `The call was made and succeeded${id === undefined ? "" : `, id ${id}`}: do not make it again as a new one.`
      : `${countText(count)} calls were made and succeeded.`
  const advice =
    again === undefined ? "Check the result before you run this again." : "To see the result, without a second effect:"
  return {
    hint: `${success} ${advice}${again === undefined ? "" : `\n${again}`}`,
    ...(count === 1 && id !== undefined ? { id } : {}),
    ...(count === 1 && key !== undefined ? { idempotency_key: key } : {}),
    ...(again === undefined ? {} : { next_command: again }),
  }
}
