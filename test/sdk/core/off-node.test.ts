import { expect, it } from "vitest"
import { loadValidator } from "../../../sdk/client/request/load-validator.portable.ts"
import { isBeforeSend } from "../../../sdk/client/transport/failure-codes.portable.ts"
import { isBeforeSend as onNode } from "../../../sdk/client/transport/failure-codes.ts"
import { openPath, save } from "../../../sdk/files/paths.portable.ts"
import { rejection } from "./support.ts"

it("off Node an upload by path says what to give instead", async () => {
  expect(await rejection(openPath("contacts.csv"))).toMatchObject({
    name: "InvalidArgumentError",
    argument: "file",
    message: expect.stringContaining("give a Blob, bytes or a stream"),
  })
})

it("off Node saveTo says what to take instead", async () => {
  async function* bytes() {}
  expect(await rejection(save(bytes(), "report.csv", "report.csv"))).toMatchObject({
    name: "InvalidArgumentError",
    message: expect.stringContaining("take stream() or bytes()"),
  })
})

it("off Node no failure counts as never sent", () => {
  const connectError = Object.assign(new Error("connect"), { code: "ECONNREFUSED" })
  expect([isBeforeSend([connectError]), onNode([connectError])]).toEqual([false, true])
})

it("off Node no schemas are loaded by name", () => {
  expect(() => loadValidator("error")).toThrow('give responseValidator("error") of mas-sdk/validation')
})
