// Random questions against a plain filter over the same books, on both databases.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../db/testing-rows'
import { emptyMetadata } from '../../formats/empty-metadata'
import { foldedOrNull } from '../../kernel/text'
import { SYSTEM_VIEWER, type Viewer, type Visibility } from '../../kernel/viewer'
import { type Facet, saveBookFacets, sumUpFacets } from '../facets'
import { parseCondition, parseSort } from '../filters'
import { saveMetadata } from '../metadata'
import { savePlace } from '../progress'
import { askText } from '../words'
import { BOOK_FIELDS, BOOK_SORT_DEFAULT, BOOK_SORTS } from './book-fields'
import { selectBooks } from './book-list.queries'
import { BOOK_ROW } from './book-row'
import { chance, GENRES, LIBRARIES, meets, PEOPLE, type Plain, plainly, randomCondition, randomText } from './testing'

setDefaultTimeout(120_000)

const CASES = 1000
const SEED = 20261121

/** Sharing tags that series have together. */
const SETS: readonly (readonly string[])[] = [[], ['family'], ['secret'], ['family', 'secret'], ['other']]

const SORTED: Readonly<Record<string, (book: Plain) => number | null>> = {
  page_count: book => book.pages,
  number: book => book.number,
  created_at: book => book.added,
  release_date: book => book.released,
  last_read: book => book.readAt,
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
  let viewers: { readonly viewer: Viewer; readonly sees: (book: Plain) => boolean }[] = []
  const titles = new Map<string, string>()
  const judged = new Map<string, { readonly tags: readonly string[]; readonly age: number | null }>()
  const genresOf = (series: string) => books.filter(book => book.series === series).flatMap(book => book.genres)

  beforeAll(async () => {
    const random = chance(SEED)
    await database.connection.write(async tx => {
      const userPk = await insertUser(tx, 'ada')
      viewer = { ...SYSTEM_VIEWER, userPk, userId: '00000000-0000-7000-8000-0000000000ad' }
      const libraryPks = new Map<string, number>()
      const sets = new Map<string, number>()
      for (const tags of SETS.filter(tags => tags.length > 0)) {
        const set = tx.query
          .insertInto('sharing_sets')
          .values({ tags_key: tags.join(',') })
          .returning('pk')
        sets.set(tags.join(','), (await set.executeTakeFirstOrThrow()).pk)
      }
      for (const library of LIBRARIES) {
        const libraryPk = await insertLibrary(tx, library, { id: library })
        libraryPks.set(library, libraryPk)
        for (let index = 0; index < 8; index++) {
          const series = `${library} ${index}`
          const tags = random.of(SETS)
          const age = random.of([null, 0, 10, 12, 16, 18])
          judged.set(series, { tags, age })
          const seriesTitle = `${randomText(random)} ${index}`
          titles.set(series, seriesTitle)
          const seriesPk = await insertSeries(tx, libraryPk, seriesTitle, {
            sharing_set_pk: sets.get(tags.join(',')) ?? null,
            age,
          })
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
              readAt: status === 'unread' ? null : 1000 + random.below(5),
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
              await saveMetadata(
                tx,
                plain.pk,
                { ...emptyMetadata('comicinfo'), publisher: plain.publisher },
                { chapter: null, locks: 0 },
                0,
              )
            }
            const facets: Facet[] = [
              ...plain.genres.map(name => ({ kind: 'genre' as const, name })),
              ...plain.authors.map(name => ({ kind: 'author' as const, name })),
            ]
            await saveBookFacets(tx, plain.pk, facets)
            const place = { userPk, bookPk: plain.pk, seriesPk }
            if (status !== 'unread') {
              await savePlace(tx, place, { page: 1, percentage: null, completed: status === 'read' }, plain.readAt ?? 0)
            }
            books.push(plain)
          }
          await sumUpFacets(tx, seriesPk)
        }
      }
      const as = (visibility: Visibility): Viewer => ({ ...viewer, visibility })
      const own = libraryPks.get(LIBRARIES[1] ?? '') ?? -1
      const among = (wanted: (tags: readonly string[]) => boolean) =>
        [...sets].filter(([key]) => wanted(key.split(','))).map(([, pk]) => pk)
      const factsOf = (book: Plain) => judged.get(book.series) ?? { tags: [], age: null }
      const nobodyElse = (tags: readonly string[]) => tags.includes('family') && !tags.includes('secret')
      viewers = [
        { viewer, sees: () => true },
        { viewer: as({ kind: 'libraries', libraryPks: [own] }), sees: book => book.library === LIBRARIES[1] },
        {
          viewer: as({
            kind: 'series',
            libraryPks: null,
            sharing: { setPks: among(tags => !tags.includes('secret')), untagged: true },
            age: null,
          }),
          sees: book => !factsOf(book).tags.includes('secret'),
        },
        {
          viewer: as({
            kind: 'series',
            libraryPks: [own],
            sharing: { setPks: among(nobodyElse), untagged: false },
            age: null,
          }),
          sees: book => book.library === LIBRARIES[1] && nobodyElse(factsOf(book).tags),
        },
        {
          viewer: as({ kind: 'series', libraryPks: null, sharing: null, age: { limit: 12, unrated: false } }),
          sees: book => (factsOf(book).age ?? 99) <= 12,
        },
        {
          viewer: as({
            kind: 'series',
            libraryPks: null,
            sharing: { setPks: among(nobodyElse), untagged: false },
            age: { limit: 12, unrated: true },
          }),
          sees: book => nobodyElse(factsOf(book).tags) && (factsOf(book).age ?? 0) <= 12,
        },
        { viewer: as({ kind: 'series', libraryPks: [], sharing: null, age: null }), sees: () => false },
      ]
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
      const { viewer: as, sees } = random.of(viewers)
      const [page, pageSize] = [1 + random.below(3), 1 + random.below(40)]
      const sort = keys.map(key => key.join(',')).join(';')
      const expected = books
        .filter(sees)
        .filter(book => meets(book, condition, genresOf))
        .sort(compared(keys))
      const found = await selectBooks(database.connection.reader, as, BOOK_ROW, {
        condition: parseCondition(condition, BOOK_FIELDS),
        sort: parseSort(sort, BOOK_SORTS, BOOK_SORT_DEFAULT),
        page,
        pageSize,
      })
      const question = JSON.stringify({ index, condition, as: as.visibility, sort, page, pageSize })
      expect([question, found.total, found.rows.map(row => row.pk)]).toEqual([
        question,
        expected.length,
        expected.slice((page - 1) * pageSize, page * pageSize).map(book => book.pk),
      ])
    }
  })

  test('are counted for each who may see a part of them', async () => {
    for (const { viewer: as, sees } of viewers) {
      for (const libraryPk of [undefined, 1, 2]) {
        const library = libraryPk === undefined ? undefined : LIBRARIES[libraryPk - 1]
        const expected = books.filter(sees).filter(book => library === undefined || book.library === library)
        const { total, rows } = await selectBooks(database.connection.reader, as, BOOK_ROW, {
          libraryPk,
          sort: BOOK_SORT_DEFAULT,
          page: 1,
          pageSize: 500,
        })
        expect([total, rows.map(row => row.pk).sort((a, b) => a - b)]).toEqual([
          expected.length,
          expected.map(book => book.pk).sort((a, b) => a - b),
        ])
      }
    }
  })

  test('have all words that are looked for', async () => {
    const random = chance(SEED + 2)
    const words = (text: string) =>
      plainly(text)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean)
    for (let index = 0; index < 100; index++) {
      const typed = random.of([
        'bat',
        'elan',
        'year one',
        'ARGER',
        'men x',
        'batman 100',
        'bat 3',
        'artag',
        'の巨人',
        '進',
      ])
      const { viewer: as, sees } = random.of(viewers)
      const has = (text: string, word: string) =>
        /^[a-z0-9]+$/.test(word) ? words(text).some(own => own.startsWith(word)) : plainly(text).includes(word)
      const texts = ({ title, series, number }: Plain) => [title, titles.get(series) ?? '', String(number ?? '')]
      const isFound = (book: Plain) => words(typed).every(word => texts(book).some(text => has(text, word)))
      const expected = books.filter(sees).filter(isFound)
      const found = await selectBooks(database.connection.reader, as, BOOK_ROW, {
        text: askText(typed),
        sort: parseSort('created_at,asc', BOOK_SORTS, BOOK_SORT_DEFAULT),
        page: 1,
        pageSize: 500,
      })
      const pks = expected.sort((a, b) => a.added - b.added || a.pk - b.pk).map(book => book.pk)
      expect([typed, found.total, found.rows.map(row => row.pk)]).toEqual([typed, pks.length, pks])
    }
  })
})
