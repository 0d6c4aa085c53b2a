import * as z from "zod"
import { notFound } from "../base/mock-error.ts"
import type { RuleNumber } from "../base/rules.gen.ts"
import { defineControl } from "./control.ts"

/** A rule of the service. */
export interface RuleView {
  /** Its number, for example `22.5`. */
  readonly rule: string
  /** The text of the rule. */
  readonly rule_text: string
  /** Its section of the specification. */
  readonly section: string
}

/** A rule with its text; 404 if there is none of this number. The texts are loaded on first use. @internal */
export async function ruleOf(rule: string): Promise<RuleView> {
  const { rules } = await import("../base/rules.gen.ts")
  const isRule = (text: string): text is RuleNumber => Object.hasOwn(rules, text)
  if (!isRule(rule)) throw notFound(`Rule ${rule}`)
  const [section, rule_text] = rules[rule]
  return { rule, rule_text, section }
}

/** @internal */
export const ruleControls = {
  get: defineControl(
    { method: "GET", path: "/rules/{number}", params: z.strictObject({ number: z.string() }) },
    (_mounted, { params: { number } }): Promise<RuleView> => ruleOf(number),
  ),
}
