import type { BookAuthorDto } from '@octavo/contract/book'

/** The text on a drawn cover. */
export interface DrawnWords {
  readonly title: string
  readonly series: string | null
  readonly author: string | null
  /** Replaces all of that for a picture of a person or another name. */
  readonly initials?: string
}

/** Incremented when the design of drawn covers changes. */
const DESIGN = 1
/** Roles of people named on a cover. */
const WRITING: ReadonlySet<string> = new Set(['author', 'writer'])
/** Maximum number of people on a cover. */
const MOST_NAMES = 3

/** The text for a book, or a series (whose `series` is null). `authors` is JSON. */
export function drawnWords(title: string, series: string | null, authors: string | null): DrawnWords {
  return { title, series: series === title ? null : series, author: authorLine(authors) }
}

/** Identifies a drawn cover by content: the same text always has the same picture. */
export function drawnName(words: DrawnWords): string {
  return Bun.hash(JSON.stringify([DESIGN, words.title, words.series, words.author, words.initials])).toString(36)
}

/**
 * The JSON member with the name of a drawn cover, from text as the database builds it; empty without any. `author` is
 * the line of a card whose text names nobody.
 */
export function drawnMember(text: string | null, author: string | null = null): string {
  if (text === null) return ''
  const { title, series, authors } = JSON.parse(text) as {
    title: string
    series: string | null
    authors: string | null
  }
  const words = drawnWords(title, series, authors)
  return `,"drawnCover":"${drawnName({ ...words, author: words.author ?? author })}"`
}

/** The first authors in one line, from the JSON of everybody involved in each book; null without any. */
export function authorLine(...books: readonly (string | null)[]): string | null {
  const all = books.flatMap(people => (people === null ? [] : (JSON.parse(people) as BookAuthorDto[])))
  const names = all.filter(({ role }) => WRITING.has(role ?? 'author')).map(({ name }) => name)
  return [...new Set(names)].slice(0, MOST_NAMES).join(', ') || null
}
