import { READING_DIRECTIONS } from '@octavo/contract/formats'
import { BOOK_AUTHOR_ROLES, BOOK_TYPES, SERIES_STATUSES } from '@octavo/contract/metadata-words'

export type Kind = 'line' | 'prose' | 'number' | 'chips' | 'people' | 'choice' | 'flag'
export type Section = 'names' | 'about' | 'people' | 'publication' | 'place'

/** One field of the form: how the server calls it and its lock, and how it is edited. */
export interface EditedField {
  readonly name: string
  readonly lock: string
  readonly kind: Kind
  readonly section: Section
  readonly options?: readonly string[]
  /** Takes the whole width. */
  readonly wide?: boolean
}

export const ROLES = BOOK_AUTHOR_ROLES

function field(section: Section, kind: Kind, name: string, more: Partial<EditedField> = {}): EditedField {
  return { section, kind, name, lock: name, ...more }
}

const wide = { wide: true }

const ofBook: readonly EditedField[] = [
  field('names', 'line', 'title', wide),
  field('names', 'line', 'titleSort'),
  field('names', 'line', 'subtitle'),
  field('names', 'line', 'originalTitle'),
  field('names', 'number', 'originalYear'),
  field('place', 'number', 'number'),
  field('place', 'number', 'volume'),
  field('place', 'number', 'chapter'),
  field('place', 'number', 'count'),
  field('place', 'number', 'seriesPosition'),
  field('place', 'number', 'seriesTotal'),
  field('about', 'prose', 'summary', wide),
  field('about', 'chips', 'genres', { ...wide, lock: 'genre' }),
  field('about', 'chips', 'subjects', wide),
  field('about', 'choice', 'bookType', { options: BOOK_TYPES }),
  field('about', 'line', 'languageIso'),
  field('about', 'flag', 'manga'),
  field('about', 'flag', 'blackAndWhite'),
  field('people', 'people', 'authors', { ...wide, lock: 'authorsJson' }),
  field('publication', 'line', 'publisher'),
  field('publication', 'line', 'imprint'),
  field('publication', 'number', 'year'),
  field('publication', 'number', 'month'),
  field('publication', 'number', 'day'),
  field('publication', 'line', 'edition'),
  field('publication', 'line', 'formatDetail'),
  field('publication', 'line', 'isbns'),
]

const ofSeries: readonly EditedField[] = [
  field('names', 'line', 'title', wide),
  field('names', 'line', 'titleSort'),
  field('about', 'prose', 'summary', wide),
  field('about', 'chips', 'genres', wide),
  field('about', 'chips', 'tags', wide),
  field('about', 'choice', 'status', { options: SERIES_STATUSES }),
  field('about', 'line', 'language'),
  field('about', 'choice', 'readingDirection', { options: READING_DIRECTIONS }),
  field('about', 'number', 'ageRating'),
  field('people', 'people', 'authors', { ...wide, lock: 'authorsJsonLock' }),
  field('publication', 'line', 'publisher'),
  field('publication', 'line', 'imprint'),
  field('publication', 'number', 'year'),
  field('place', 'number', 'totalVolumeCount'),
  field('place', 'number', 'totalChapterCount'),
]

export type Subject = 'books' | 'series'

export const FIELDS: Readonly<Record<Subject, readonly EditedField[]>> = {
  books: ofBook.map(each => ({ ...each, lock: `${each.lock}Lock` })),
  series: ofSeries,
}

export const SECTIONS: readonly Section[] = ['names', 'about', 'people', 'publication', 'place']
