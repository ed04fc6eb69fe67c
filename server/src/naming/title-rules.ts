import type { PreprocessingRules } from '@octavo/contract/naming'
import { userPattern } from './user-pattern'

export type TitleRules = (title: string) => string

/**
 * Rules that clean up the titles of series, in order. If nothing is left of a title, it stays unchanged.
 * @throws BadRequest naming the rule with an invalid pattern
 */
export function titleRules(rules: PreprocessingRules): TitleRules {
  const steps = rules
    .map((rule, index) => ({
      ...rule,
      compiled: userPattern(`titlePreprocessingRules[${index}].pattern`, rule.pattern),
    }))
    .filter(({ enabled }) => enabled !== false)
  return title => {
    const tidy = steps.reduce((text, { compiled, replacement }) => compiled.replaceAll(text, replacement), title)
    return tidy === '' ? title : tidy
  }
}
