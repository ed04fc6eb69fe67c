import { plainLanguage } from './look-up.rules'

/** The part of the browser's translator API that we use. */
interface TranslatorMaker {
  availability(pair: LanguagePair): Promise<string>
  create(pair: LanguagePair): Promise<{ translate(text: string): Promise<string>; destroy(): void }>
}
interface LanguagePair {
  readonly sourceLanguage: string
  readonly targetLanguage: string
}

const LONGEST = 2000

/** Translates a text by the browser, if it supports the languages; else null. */
export async function translated(words: string, from: string | null, to: string): Promise<string | null> {
  const maker = (globalThis as { readonly Translator?: TranslatorMaker }).Translator
  const sourceLanguage = plainLanguage(from)
  if (!maker || !sourceLanguage || sourceLanguage === to) return null
  try {
    const pair = { sourceLanguage, targetLanguage: to }
    // Any other state would start a download of many megabytes.
    if ((await maker.availability(pair)) !== 'available') return null
    const translator = await maker.create(pair)
    return await translator.translate(words.slice(0, LONGEST)).finally(() => translator.destroy())
  } catch {
    return null
  }
}
