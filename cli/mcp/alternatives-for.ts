import { type Alternative, alternatives } from "../../sdk/contract/core/alternative-rows.ts"
import type { CommandSpec } from "../line/command/spec.ts"

/** In lower case. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []

/** Without its ending, `scheduled` is the same word as `schedule`. */
const stemsOf = (text: string) =>
  wordsOf(text).map((word) => word.replace(/(?<=\p{L}{3})(?:ing|ies|ed|es|e|s|y)$/u, ""))

/** Words of a question that say nothing about its subject. */
const fillers = new Set(wordsOf("a an at by can do for from how i in is it my of on or and the to with"))

/** The words of a question that name its subject. */
export const subjectOf = (question: string): readonly string[] => wordsOf(question).filter((word) => !fillers.has(word))

const rows = alternatives.map((row) => {
  const { task, words = [], fields = {} } = row
  const fieldNames = Object.values(fields).flatMap((hints) => Object.keys(hints))
  return {
    row,
    stems: new Set(stemsOf([task, ...words, ...fieldNames].join(" "))),
    ownStems: new Set(words.filter((word) => !word.includes(" ")).flatMap(stemsOf)),
  }
})

/**
 * The rows that have every word of a question, or are known by one of its words that no call has. One word that a call has
 * asks for the calls, unless a row is known by it.
 */
export function alternativesFor(question: string, calls: readonly CommandSpec[]): readonly Alternative[] {
  const subject = stemsOf(subjectOf(question).join(" "))
  const callStems = new Set(stemsOf(calls.map(({ words, summary }) => `${words.join(" ")} ${summary}`).join(" ")))
  const isOneWord = subject.length === 1
  const tellingStems = subject.filter((stem) => isOneWord || !callStems.has(stem))
  const mayHaveAll = isOneWord ? subject.some((stem) => !callStems.has(stem)) : subject.length > 1
  return rows
    .filter(
      ({ stems, ownStems }) =>
        (mayHaveAll && subject.every((stem) => stems.has(stem))) || tellingStems.some((stem) => ownStems.has(stem)),
    )
    .map(({ row }) => row)
}
