import { MARKED } from './book-title.rules'

/** The last volume and chapter in a name that repeats its series. */
export function numberInName(name: string): { volume: number | null; chapter: number | null } {
  const numbers = { volume: null as number | null, chapter: null as number | null }
  for (const [mark] of name.matchAll(MARKED)) {
    const kind = /^v/i.test(mark) ? 'volume' : 'chapter'
    numbers[kind] = Number(mark.replace(/^[\p{L}.\s_]+/u, ''))
  }
  return numbers.chapter === null ? numbers : { ...numbers, volume: null }
}
