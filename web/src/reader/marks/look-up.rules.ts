/** A longer text cannot be looked up. */
const LONGEST_WORD = 60
const LONGEST_TEXT = 1000

export interface LookUpLink {
  readonly kind: 'dictionary' | 'encyclopedia' | 'search' | 'translate'
  readonly href: string
}

/** Web pages about a text: in the language of the book, else of the reader. */
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

/** `en-GB` becomes `en`; null for an invalid tag. */
function plainLanguage(tag: string | null): string | null {
  return /^[a-z]{2,3}(?=-|$)/i.exec(tag ?? '')?.[0].toLowerCase() ?? null
}
