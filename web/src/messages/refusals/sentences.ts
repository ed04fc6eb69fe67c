import type { Refusal, RefusalFact } from '@octavo/contract/refusals'
import { currentLanguage, defineCatalogue } from '../language'
import type en from './en.json'

const text = defineCatalogue<typeof en>(language => import(`./${language}.json`))

export const loadSentences = text.load

/** The sentence of a refusal; `facts` fill its parameters. The reason itself if the server's own words say more. */
export function refusalSentence(reason: Refusal, facts: unknown = {}): string {
  if (reason === 'field_bad' && currentLanguage() === 'en') return reason
  return text(reason, facts as Record<RefusalFact, string | number>)
}
