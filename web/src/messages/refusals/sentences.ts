import type { Refusal, RefusalFact } from '@octavo/contract/refusals'
import { defineCatalogue } from '../language'
import type en from './en.json'

const text = defineCatalogue<typeof en>(language => import(`./${language}.json`))

/** The sentence of a refusal; `facts` fill its parameters. */
export function refusalSentence(reason: Refusal, facts: unknown = {}): string {
  return text(reason, facts as Record<RefusalFact, string | number>)
}
