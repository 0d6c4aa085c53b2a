import { describe, expect, it } from "vitest"
import { exitCodes } from "../../../cli/terminal/errors/exit-codes.ts"
import { commandGroups } from "../../../scripts/generate/cli/commands.ts"
import { exitCodesOf } from "../../../scripts/generate/cli/exit-codes.ts"
import { checkExitCode } from "./declared-exit-codes.ts"

/** The codes that a text names, such as `(6)` or `exits with 1`. */
const codesIn = (text: string) =>
  [...text.matchAll(/\((\d{1,2})\)|(?:exits? with|exit code is|ends with|script with) (\d+)/gi)].map((match) =>
    Number(match[1] ?? match[2]),
  )

describe("the exit codes of a command's help", () => {
  it("contain those that its text names", () => {
    const unlisted = commandGroups()
      .flatMap(({ commands }) => commands)
      .flatMap((command) => {
        const texts = [command.description ?? [], command.flags.map(({ description }) => description ?? "")].flat(2)
        const listed: readonly number[] = exitCodesOf(command)
        return codesIn(texts.join(" ")).flatMap((code) =>
          listed.includes(code) ? [] : [`${command.words.join(" ")}: ${code}`],
        )
      })
    expect(unlisted).toEqual([])
    expect(codesIn("Exits with 9; nothing is sent (7).")).toEqual([9, 7])
  })

  it("contain each code that a run of a test ends with", () => {
    expect(() => checkExitCode(["webhooks", "sign", "--body", "x"], exitCodes.partly)).toThrow("ended with 9")
    expect(() => checkExitCode(["--quiet", "lists", "list"], exitCodes.nothing)).toThrow("mas lists list")
    expect(() => checkExitCode(["imports", "create"], exitCodes.partly)).not.toThrow()
    expect(() => checkExitCode(["no", "such"], exitCodes.usage)).not.toThrow()
  })
})
