import { describe, expect, it } from "vitest"
import { exitCodes } from "../../../cli/terminal/errors/exit-codes.ts"
import { readerGone } from "../../../cli/terminal/io.ts"
import { commandGroups } from "../../../scripts/generate/cli/commands.ts"
import { exitCodesOf } from "../../../scripts/generate/cli/exit-codes.ts"
import { checkExitCode } from "./declared-exit-codes.ts"
import { homeWithService } from "./run.ts"

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

describe("the exit code when the reader of the output has gone", () => {
  it.each([
    [0, "contacts list --all"],
    [0, "mock requests --follow"],
    [1, "messages send --channel email --to ada@example.test --subject Hi --body Hi"],
    [1, "doctor"],
    [1, "conformance"],
  ])("is %i for `mas %s`: rows were enough for it, work and checks are not done", async (code, line) => {
    const { run, service, close } = homeWithService()
    const ran = await run(line.split(" "), { io: { signal: AbortSignal.abort(readerGone) } })
    expect([ran.code, service.world.messages.list()]).toEqual([code, []])
    expect((await run(line.split(" "), { io: { signal: AbortSignal.abort() } })).code).toBe(130)
    await close()
  })
})
