import type { PreprocessingRules } from '@octavo/contract/naming'
import { userPattern } from './user-pattern'

export type TitleRules = (title: string) => string

/**
 * Rules that tidy the titles of series, one after the other. A title of which they leave nothing stays as it was.
 * @throws BadRequest naming the rule whose pattern is none
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
