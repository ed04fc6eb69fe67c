import type { BookAuthorDto } from '@octavo/contract/book'

/** What is written on a cover that is drawn. */
export interface DrawnWords {
  readonly title: string
  readonly series: string | null
  readonly author: string | null
  /** Instead of all that: a picture of a person or another name. */
  readonly initials?: string
}

/** Changes when the same words are drawn otherwise. */
const DESIGN = 1
/** Roles whose people stand on a cover. */
const WRITING: ReadonlySet<string> = new Set(['author', 'writer'])
/** More are not named on a cover. */
const MOST_NAMES = 3

/** The words of a book, or of a series (whose `series` is null). `authors` is JSON. */
export function drawnWords(title: string, series: string | null, authors: string | null): DrawnWords {
  return { title, series: series === title ? null : series, author: authorOf(authors) }
}

/** The cover by its content: the same words have the same picture for ever. */
export function drawnName(words: DrawnWords): string {
  return Bun.hash(JSON.stringify([DESIGN, words.title, words.series, words.author, words.initials])).toString(36)
}

/** The member of a row's JSON that names its drawn cover, from words as the database writes them; empty without any. */
export function drawnMember(text: string | null): string {
  if (text === null) return ''
  const { title, series, authors } = JSON.parse(text) as {
    title: string
    series: string | null
    authors: string | null
  }
  return `,"drawnCover":"${drawnName(drawnWords(title, series, authors))}"`
}

function authorOf(authors: string | null): string | null {
  if (authors === null) return null
  const all = JSON.parse(authors) as BookAuthorDto[]
  const names = all.filter(({ role }) => WRITING.has(role ?? 'author')).map(({ name }) => name)
  return [...new Set(names)].slice(0, MOST_NAMES).join(', ') || null
}
