/** A longer text has no article. */
const LONGEST_NAME = 60
/** Longer than a word in a script without spaces. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]{9}/u
const LONGEST_TEXT = 1000

export interface LookUpLink {
  readonly kind: 'dictionary' | 'encyclopedia' | 'search' | 'translate'
  readonly href: string
}

/** Web pages about a text: in the language of the book, else of the reader. A dictionary has words, not sentences. */
export function lookUpLinks(quote: string, from: string | null, to: string): LookUpLink[] {
  const words = quote.trim().slice(0, LONGEST_TEXT)
  const book = plainLanguage(from)
  const wiki = book ?? to
  const word = encodeURIComponent(words.replace(/^\P{L}+|\P{L}+$/gu, ''))
  const text = encodeURIComponent(words)
  const isName = words.length <= LONGEST_NAME && word !== ''
  const links: (LookUpLink | false)[] = [
    isName &&
      isFewWords(words) && {
        kind: 'dictionary',
        href: `https://${to}.wiktionary.org/wiki/Special:Search?search=${word}`,
      },
    isName && {
      kind: 'encyclopedia',
      href: `https://${wiki}.wikipedia.org/wiki/Special:Search?search=${word}`,
    },
    { kind: 'search', href: `https://duckduckgo.com/?q=${text}` },
    book !== to && {
      kind: 'translate',
      href: `https://translate.google.com/?sl=${book ?? 'auto'}&tl=${to}&op=translate&text=${text}`,
    },
  ]
  return links.filter(link => link !== false)
}

/** One or two words; Japanese, Chinese and Thai have no spaces between them. */
function isFewWords(text: string): boolean {
  return text.split(/\s+/).length <= 2 && !UNSPACED.test(text)
}

/** `en-GB` becomes `en`; null for an invalid tag. */
export function plainLanguage(tag: string | null): string | null {
  return /^[a-z]{2,3}(?=-|$)/i.exec(tag ?? '')?.[0].toLowerCase() ?? null
}
