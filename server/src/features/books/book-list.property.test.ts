// Random questions against a plain filter over the same books, on both databases.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../db/testing-rows'
import { foldedOrNull } from '../../kernel/text'
import { SYSTEM_VIEWER, type Viewer } from '../../kernel/viewer'
import { type Facet, saveBookFacets, sumUpFacets } from '../facets'
import { parseCondition, parseSort } from '../filters'
import { saveMetadata } from '../metadata'
import { savePlace } from '../progress'
import { askText } from '../words'
import { BOOK_FIELDS, BOOK_SORT_DEFAULT, BOOK_SORTS } from './book-fields'
import { selectBooks } from './book-list.queries'
import { BOOK_ROW } from './book-row'

setDefaultTimeout(120_000)

const CASES = 1000
const SEED = 20261121

/** Numbers that look like chance, the same in each run. */
function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  return {
    below: (count: number) => Math.floor(next() * count),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    is: (share: number) => next() < share,
  }
}
type Chance = ReturnType<typeof chance>

/** A book as somebody without a database would write it down. */
interface Plain {
  pk: number
  title: string
  summary: string | null
  path: string
  library: string
  series: string
  format: string
  pages: number
  number: number | null
  added: number
  released: number | null
  hasError: boolean
  status: 'unread' | 'in_progress' | 'read'
  publisher: string | null
  genres: readonly string[]
  authors: readonly string[]
}

const WORDS = [
  'Élan',
  'batman',
  'Bat',
  'Year',
  'one',
  '100%',
  'a_b',
  '進撃の巨人',
  'Ärger',
  'X-Men',
  "D'Artagnan",
  '\\',
]
const GENRES = ['Horror', 'Science Fiction', 'Érotique', 'Seinen']
const PEOPLE = ['Otomo', 'Moebius', 'Émile Zola']
const LIBRARIES = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']
const MARKS = /\p{M}+/gu
/** Case and accents away, by the standard's own means. */
const plainly = (text: string) => text.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFKC')

function randomText(random: Chance): string {
  return Array.from({ length: 1 + random.below(3) }, () => random.of(WORDS)).join(' ')
}

function randomCondition(random: Chance, depth: number): object {
  if (depth > 0 && random.is(0.5)) {
    const children = () => Array.from({ length: random.below(4) }, () => randomCondition(random, depth - 1))
    return random.of([
      () => ({ allOf: children() }),
      () => ({ anyOf: children() }),
      () => ({ not: randomCondition(random, depth - 1) }),
    ])()
  }
  const text = () =>
    random.is(0.2)
      ? { operator: random.of(['isNull', 'isNotNull']) }
      : {
          operator: random.of(['is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith']),
          value: random.is(0.5) ? random.of(WORDS).toUpperCase() : randomText(random),
        }
  const name = (names: readonly string[]) => {
    const operation = text()
    const whole = random.of(names)
    const value = random.of([whole, whole.slice(0, 3), whole.slice(2), plainly(whole)])
    return 'value' in operation ? { ...operation, value } : operation
  }
  const number = (most: number) =>
    random.of<() => object>([
      () => ({ operator: random.of(['eq', 'ne', 'gt', 'gte', 'lt', 'lte']), value: random.below(most) }),
      () => ({ operator: 'between', min: random.below(most), max: random.below(most) }),
      () => ({ operator: random.of(['isNull', 'isNotNull']) }),
    ])()
  return random.of<() => object>([
    () => ({ title: text() }),
    () => ({ titleSort: text() }),
    () => ({ summary: text() }),
    () => ({ path: text() }),
    () => ({ publisher: text() }),
    () => ({ genre: name(GENRES) }),
    () => ({ author: name(PEOPLE) }),
    () => ({ pageCount: number(6) }),
    () => ({ number: number(5) }),
    () => ({ format: { operator: random.of(['is', 'isNot']), value: random.of(['cbz', 'epub']) } }),
    () => ({
      readStatus: { operator: random.of(['is', 'isNot']), value: random.of(['unread', 'in_progress', 'read']) },
    }),
    () => ({ hasError: { operator: random.of(['isTrue', 'isFalse']) } }),
    () => ({ libraryId: { operator: random.of(['is', 'isNot']), value: random.of(LIBRARIES) } }),
    () => ({ libraryId: { operator: random.of(['in', 'notIn']), values: LIBRARIES.slice(0, random.below(3)) } }),
    () => ({
      dateAdded: {
        operator: random.of(['after', 'before', 'onOrAfter', 'onOrBefore']),
        value: new Date(random.below(20)).toISOString(),
      },
    }),
  ])()
}

type Operation = Record<string, unknown> & { operator: string }

/** Whether a book meets a condition; `series` gives the genres of its series. */
function meets(book: Plain, condition: object, genresOf: (series: string) => readonly string[]): boolean {
  const [[field, value]] = Object.entries(condition) as [[string, never]]
  if (field === 'allOf') return (value as object[]).every(each => meets(book, each, genresOf))
  if (field === 'anyOf') return (value as object[]).some(each => meets(book, each, genresOf))
  if (field === 'not') return !meets(book, value, genresOf)
  const operation = value as Operation
  const names = { genre: genresOf(book.series), author: book.authors }[field]
  if (names) return meetsNames(names, operation)
  const own = {
    title: book.title,
    titleSort: book.title,
    summary: book.summary,
    path: book.path,
    publisher: book.publisher,
    pageCount: book.pages,
    number: book.number,
    format: book.format,
    readStatus: book.status,
    hasError: book.hasError,
    libraryId: book.library,
    dateAdded: book.added,
  }[field] as string | number | boolean | null
  return meetsValue(own, operation)
}

function meetsNames(names: readonly string[], operation: Operation): boolean {
  if (operation.operator === 'isNull') return names.length === 0
  if (operation.operator === 'isNotNull') return names.length > 0
  const denied = { isNot: 'is', doesNotContain: 'contains' }[operation.operator]
  if (denied) return !names.some(name => meetsValue(name, { ...operation, operator: denied }))
  return names.some(name => meetsValue(name, operation))
}

function meetsValue(own: string | number | boolean | null, { operator, value, values, min, max }: Operation): boolean {
  if (operator === 'isNull') return own === null
  if (operator === 'isNotNull') return own !== null
  if (operator === 'in') return (values as string[]).includes(own as string)
  if (operator === 'notIn') return !(values as string[]).includes(own as string)
  if (typeof own === 'boolean') return own === (operator === 'isTrue')
  if (own === null) return ['isNot', 'doesNotContain', 'ne'].includes(operator)
  if (typeof own === 'number') {
    const other = typeof value === 'string' ? Date.parse(value) : (value as number)
    if (operator === 'between') return own >= (min as number) && own <= (max as number)
    return {
      eq: own === other,
      ne: own !== other,
      gt: own > other,
      after: own > other,
      gte: own >= other,
      onOrAfter: own >= other,
      lt: own < other,
      before: own < other,
      lte: own <= other,
      onOrBefore: own <= other,
    }[operator] as boolean
  }
  const [text, wanted] = [plainly(own), plainly(value as string)]
  return {
    is: text === wanted,
    isNot: text !== wanted,
    contains: text.includes(wanted),
    doesNotContain: !text.includes(wanted),
    beginsWith: text.startsWith(wanted),
    endsWith: text.endsWith(wanted),
  }[operator] as boolean
}

const SORTED: Readonly<Record<string, (book: Plain) => number | null>> = {
  page_count: book => book.pages,
  number: book => book.number,
  created_at: book => book.added,
  release_date: book => book.released,
}

/** Unknown values first when ascending, last when descending; the key last, in the direction of the last field. */
function compared(keys: readonly [string, 'asc' | 'desc'][]) {
  return (a: Plain, b: Plain) => {
    for (const [field, direction] of keys) {
      const [x, y] = [SORTED[field]?.(a) ?? -1, SORTED[field]?.(b) ?? -1]
      if (x !== y) return direction === 'asc' ? x - y : y - x
    }
    return keys.at(-1)?.[1] === 'desc' ? b.pk - a.pk : a.pk - b.pk
  }
}

forEachDatabase('lists of random books', database => {
  const books: Plain[] = []
  let viewer: Viewer
  let limited: Viewer
  const genresOf = (series: string) => books.filter(book => book.series === series).flatMap(book => book.genres)

  beforeAll(async () => {
    const random = chance(SEED)
    await database.connection.write(async tx => {
      const userPk = await insertUser(tx, 'ada')
      viewer = { ...SYSTEM_VIEWER, userPk, userId: '00000000-0000-7000-8000-0000000000ad' }
      for (const library of LIBRARIES) {
        const libraryPk = await insertLibrary(tx, library, { id: library })
        if (library === LIBRARIES[1])
          limited = { ...viewer, visibility: { kind: 'libraries', libraryPks: [libraryPk] } }
        for (let index = 0; index < 8; index++) {
          const series = `${library} ${index}`
          const seriesPk = await insertSeries(tx, libraryPk, `${randomText(random)} ${index}`)
          for (let number = 0; number < 5; number++) {
            const title = `${randomText(random)}${random.is(0.5) ? ` ${number}` : ''}`
            const summary = random.is(0.4) ? randomText(random) : null
            const path = `${seriesPk}/${title} ${number}.cbz`
            const status = random.of(['unread', 'unread', 'in_progress', 'read'] as const)
            const plain: Plain = {
              pk: 0,
              title,
              summary,
              path,
              library,
              series,
              format: random.of(['cbz', 'epub']),
              pages: random.below(6),
              number: random.is(0.7) ? random.below(5) : null,
              added: random.below(20),
              released: random.is(0.7) ? 19_900_000 + random.below(9) : null,
              hasError: random.is(0.2),
              status,
              publisher: random.is(0.5) ? randomText(random) : null,
              genres: random.is(0.3) ? [random.of(GENRES)] : [],
              authors: random.is(0.4) ? [random.of(PEOPLE)] : [],
            }
            plain.pk = await insertBook(tx, { libraryPk, seriesPk }, title, {
              path,
              path_folded: foldedOrNull(path),
              summary,
              summary_folded: foldedOrNull(summary),
              file_format: plain.format,
              page_count: plain.pages,
              number: plain.number,
              created_at: plain.added,
              release_date: plain.released,
              analysis_error: plain.hasError ? 'damaged' : null,
            })
            if (plain.publisher) {
              await saveMetadata(tx, plain.pk, { ...NO_METADATA, publisher: plain.publisher }, null, 0)
            }
            const facets: Facet[] = [
              ...plain.genres.map(name => ({ kind: 'genre' as const, name })),
              ...plain.authors.map(name => ({ kind: 'author' as const, name })),
            ]
            await saveBookFacets(tx, plain.pk, facets)
            const place = { userPk, bookPk: plain.pk, seriesPk }
            if (status !== 'unread') {
              await savePlace(tx, place, { page: 1, percentage: null, completed: status === 'read' }, 1000)
            }
            books.push(plain)
          }
          await sumUpFacets(tx, seriesPk)
        }
      }
    })
  })

  test('are what a plain filter, sort and cut of the same books give', async () => {
    const random = chance(SEED + 1)
    for (let index = 0; index < CASES; index++) {
      const condition = randomCondition(random, 3)
      const keys = Array.from({ length: 1 + random.below(2) }, (): [string, 'asc' | 'desc'] => [
        random.of(Object.keys(SORTED)),
        random.of(['asc', 'desc'] as const),
      ])
      const as = random.is(0.5) ? viewer : limited
      const [page, pageSize] = [1 + random.below(3), 1 + random.below(40)]
      const sort = keys.map(key => key.join(',')).join(';')
      const expected = books
        .filter(book => as === viewer || book.library === LIBRARIES[1])
        .filter(book => meets(book, condition, genresOf))
        .sort(compared(keys))
      const found = await selectBooks(database.connection.reader, as, BOOK_ROW, {
        condition: parseCondition(condition, BOOK_FIELDS),
        sort: parseSort(sort, BOOK_SORTS, BOOK_SORT_DEFAULT),
        page,
        pageSize,
      })
      const question = JSON.stringify({ index, condition, sort, page, pageSize })
      expect([question, found.total, found.rows.map(row => row.pk)]).toEqual([
        question,
        expected.length,
        expected.slice((page - 1) * pageSize, page * pageSize).map(book => book.pk),
      ])
    }
  })

  test('have all words that are looked for', async () => {
    const random = chance(SEED + 2)
    const words = (text: string) =>
      plainly(text)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean)
    for (let index = 0; index < 100; index++) {
      const typed = random.of(['bat', 'elan', 'year one', 'ARGER', 'men x', 'batman 100', 'artag', 'の巨人', '進'])
      const as = random.is(0.5) ? viewer : limited
      const has = (title: string, word: string) =>
        /^[a-z0-9]+$/.test(word) ? words(title).some(own => own.startsWith(word)) : plainly(title).includes(word)
      const expected = books
        .filter(book => as === viewer || book.library === LIBRARIES[1])
        .filter(book => words(typed).every(word => has(book.title, word)))
      const found = await selectBooks(database.connection.reader, as, BOOK_ROW, {
        text: askText(typed),
        sort: parseSort('created_at,asc', BOOK_SORTS, BOOK_SORT_DEFAULT),
        page: 1,
        pageSize: 100,
      })
      const pks = expected.sort((a, b) => a.added - b.added || a.pk - b.pk).map(book => book.pk)
      expect([typed, found.total, found.rows.map(row => row.pk)]).toEqual([typed, pks.length, pks])
    }
  })
})

const NO_METADATA = {
  source: 'comicinfo' as const,
  title: null,
  series: null,
  number: null,
  volume: null,
  count: null,
  summary: null,
  publisher: null,
  imprint: null,
  year: null,
  month: null,
  day: null,
  languageIso: null,
  formatDetail: null,
  blackAndWhite: null,
  manga: null,
  readingDirection: null,
  ageRating: null,
  web: null,
  isbns: [],
  genres: [],
  tags: [],
  authors: [],
}
