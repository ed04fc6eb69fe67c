/** More than this is no word to look up, and makes no address. */
const LONGEST_WORD = 60
const LONGEST_TEXT = 1000

export interface LookUpLink {
  readonly kind: 'dictionary' | 'encyclopedia' | 'search' | 'translate'
  readonly href: string
}

/** Pages that know more about some words: of the language of the book, or of the reader where the book says nothing. */
export function lookUpLinks(quote: string, from: string | null, to: string): LookUpLink[] {
  const words = quote.trim().slice(0, LONGEST_TEXT)
  const book = plainLanguage(from)
  const wiki = book ?? to
  const word = encodeURIComponent(words.replace(/^\P{L}+|\P{L}+$/gu, ''))
  const text = encodeURIComponent(words)
  const short: LookUpLink[] = [
    { kind: 'dictionary', href: `https://${to}.wiktionary.org/wiki/Special:Search?search=${word}` },
    { kind: 'encyclopedia', href: `https://${wiki}.wikipedia.org/wiki/Special:Search?search=${word}` },
  ]
  return [
    ...(words.length <= LONGEST_WORD && word !== '' ? short : []),
    { kind: 'search', href: `https://duckduckgo.com/?q=${text}` },
    {
      kind: 'translate',
      href: `https://translate.google.com/?sl=${book ?? 'auto'}&tl=${to}&op=translate&text=${text}`,
    },
  ]
}

/** `en-GB` is `en`; null for what is no language. */
function plainLanguage(tag: string | null): string | null {
  return /^[a-z]{2,3}(?=-|$)/i.exec(tag ?? '')?.[0].toLowerCase() ?? null
}
