import type { Refusal } from '@octavo/contract/refusals'

let loaded: typeof import('./sentences') | null = null

/** Loads the sentences of refusals, which most visits don't need. */
export async function loadRefusals(): Promise<void> {
  if (loaded) return
  try {
    const sentences = await import('./sentences')
    await sentences.loadSentences()
    loaded = sentences
  } catch {
    // Until the next refusal tries again, the general sentence is shown.
  }
}

/** The sentence of a reason with its facts; null for reasons without one. */
export function sentenceOf(reason: string, facts: unknown): string | null {
  const sentence = loaded?.refusalSentence(reason as Refusal, facts)
  return sentence === undefined || sentence === reason ? null : sentence
}
