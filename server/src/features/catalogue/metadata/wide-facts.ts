import { NO_WIDE_FACTS } from '../../../formats/empty-metadata'
import type { WideFacts } from '../../../formats/facts'

const NAMES = Object.keys(NO_WIDE_FACTS) as (keyof WideFacts)[]

/** The column `facts`: a JSON object of what is said, null for nothing. */
export function wideFactsText(facts: WideFacts): string | null {
  const said = NAMES.flatMap(name => (isSaid(facts[name]) ? [[name, facts[name]] as const] : []))
  return said.length === 0 ? null : JSON.stringify(Object.fromEntries(said))
}

/** The facts of a column; what it leaves out, as in rows of an older version, is not said. */
export function wideFactsOf(text: string | null): WideFacts {
  return text === null ? NO_WIDE_FACTS : { ...NO_WIDE_FACTS, ...JSON.parse(text) }
}

function isSaid(value: unknown): boolean {
  return value !== null && (typeof value !== 'object' || Object.keys(value).length > 0)
}
