// A random catalogue, in plain words and in a database.
import { BOOK_TYPES } from '@octavo/contract/metadata-words'
import type { Connection, Tx } from '../../../server/src/db'
import { insertLibrary, insertUser } from '../../../server/src/db/testing-rows'
import { facetChanges, sumUpFacets } from '../../../server/src/features/catalogue/facets'
import { saveMetadata } from '../../../server/src/features/catalogue/metadata'
import { recordPlace, UNATTRIBUTED } from '../../../server/src/features/reading/progress'
import { emptyMetadata } from '../../../server/src/formats/empty-metadata'
import { searchText } from '../../../server/src/kernel/search-words'
import { foldedOrNull, sortKey } from '../../../server/src/kernel/text'
import type { Random } from '../../long/harness/random'
import { liveBooks, type Plain, type PlainBook, type PlainSeries, READERS } from './plain'
import { columnsOf, randomValues } from './plain-columns'
import { fillRatings, randomRated } from './rated'
import { AGO, chance, FORMATS, GENRES, HOUSES, LANGUAGES, PEOPLE, SHARING, some, TAGS, text } from './words'

/** Rows of one statement. */
const AT_ONCE = 100
const LIBRARIES = 3

export const idOf = (kind: 'library' | 'series' | 'book', pk: number) =>
  `00000000-0000-7000-8${{ library: '00a', series: '00b', book: '00c' }[kind]}-${String(pk).padStart(12, '0')}`

/** Generates series with some books each. `now` is the time of all queries. */
export function randomCatalogue(random: Random, seriesCount: number, now: number): Plain {
  const libraries = Array.from({ length: LIBRARIES }, (_, at) => ({ pk: at + 1, id: idOf('library', at + 1) }))
  const series: PlainSeries[] = []
  const books: PlainBook[] = []
  const maybe = <T>(share: number, make: () => T): T | null => (chance(random, share) ? make() : null)
  for (let pk = 1; pk <= seriesCount; pk++) {
    const title = text(random)
    const age = random.pick([null, 0, 10, 12, 16, 18])
    const one: PlainSeries = {
      pk,
      id: idOf('series', pk),
      library: random.pick(libraries).id,
      title,
      titleSort: maybe(0.2, () => text(random)),
      path: `${title} ${pk}`,
      summary: maybe(0.4, () => text(random)),
      publisher: maybe(0.3, () => random.pick(HOUSES)),
      values: { ...randomValues(random, 'series'), ageRating: age },
      total: maybe(0.3, () => random.whole(6)),
      added: now - random.pick(AGO),
      updated: now - random.pick(AGO),
      age,
      sharing: some(random, SHARING, 0.6),
      rated: randomRated(random, READERS),
      books: [],
    }
    series.push(one)
    for (let at = random.whole(9); at > 0; at--) {
      const book = randomBook(random, books.length + 1, one, now)
      one.books.push(book)
      books.push(book)
    }
  }
  return { libraries, series, books }
}

function randomBook(random: Random, pk: number, series: PlainSeries, now: number): PlainBook {
  const maybe = <T>(share: number, make: () => T): T | null => (chance(random, share) ? make() : null)
  const title = `${text(random)}${chance(random, 0.5) ? ` ${random.whole(3) * 5 + random.whole(2)}` : ''}`
  const file = `${random.pick(['', 'b', 'B', 'é'])}${title.replaceAll('\\', '')}_${random.whole(40)}.cbz`
  const year = maybe(0.7, () => 1990 + random.whole(6))
  const places = new Map<string, { at: number; completed: boolean }>()
  for (const reader of READERS) {
    if (chance(random, 0.12)) places.set(reader, { at: now - random.pick(AGO), completed: chance(random, 0.6) })
  }
  return {
    pk,
    id: idOf('book', pk),
    series,
    title,
    titleSort: maybe(0.15, () => text(random)),
    file,
    path: `${series.path}/${pk} ${file}`,
    summary: maybe(0.4, () => text(random)),
    format: random.pick(FORMATS),
    size: random.whole(50),
    pages: random.whole(6),
    number: maybe(0.7, () => random.whole(8) / 2),
    volume: maybe(0.3, () => random.whole(4)),
    chapter: maybe(0.3, () => random.whole(9) / 2),
    released: year && year * 10_000 + random.whole(9),
    values: randomValues(random, 'books'),
    added: now - random.pick(AGO),
    hasError: chance(random, 0.2),
    isDeleted: chance(random, 0.1),
    publishers: maybe(0.3, () => [random.pick(HOUSES)]) ?? [],
    imprints: maybe(0.1, () => [random.pick(HOUSES)]) ?? [],
    year,
    type: maybe(0.3, () => random.pick(BOOK_TYPES)),
    count: maybe(0.2, () => random.whole(7)),
    genres: some(random, GENRES, 0.15),
    tags: some(random, TAGS, 0.1),
    authors: some(random, PEOPLE, 0.25),
    languages: maybe(0.2, () => [random.pick(LANGUAGES)]) ?? [],
    characters: some(random, PEOPLE, 0.1),
    teams: some(random, GENRES, 0.05),
    locations: some(random, TAGS, 0.05),
    storyArcs: some(random, GENRES, 0.05),
    rated: randomRated(random, READERS),
    places,
  }
}

export interface Filled {
  readonly userPks: ReadonlyMap<string, number>
  /** Keys of the sets of sharing tags, by the tags with commas between. */
  readonly sets: ReadonlyMap<string, number>
}

/** Writes it like scans and readers would. */
export async function fill(connection: Connection, plain: Plain): Promise<Filled> {
  return connection.write(async tx => {
    const userPks = new Map<string, number>()
    for (const reader of READERS) userPks.set(reader, await insertUser(tx, reader))
    for (const { pk, id } of plain.libraries) {
      const inLibrary = plain.series.filter(series => series.library === id)
      const live = inLibrary.map(series => liveBooks(series).length)
      await insertLibrary(tx, id, {
        pk,
        id,
        book_count: live.reduce((sum, count) => sum + count, 0),
        series_count: live.filter(count => count > 0).length,
      } as never)
    }
    const tagPks = new Map<string, number>()
    for (const name of SHARING) {
      const tag = { id: `tag-${name}`, name, name_key: name, created_at: 0, updated_at: 0 }
      const { pk } = await tx.query.insertInto('sharing_tags').values(tag).returning('pk').executeTakeFirstOrThrow()
      tagPks.set(name, pk)
    }
    const sets = new Map<string, number>()
    for (const key of new Set(plain.series.map(({ sharing }) => sharing.join()))) {
      if (key === '') continue
      const set = tx.query.insertInto('sharing_sets').values({ tags_key: key }).returning('pk')
      const setPk = (await set.executeTakeFirstOrThrow()).pk
      sets.set(key, setPk)
      const tags = key.split(',').map(name => ({ set_pk: setPk, tag_pk: tagPks.get(name) ?? 0 }))
      await tx.query.insertInto('sharing_set_tags').values(tags).execute()
    }
    const libraryPk = (series: PlainSeries) => plain.libraries.find(({ id }) => id === series.library)?.pk ?? 0
    await inParts(plain.series, part =>
      tx.query
        .insertInto('series')
        .values(part.map(series => seriesRow(series, libraryPk(series), sets)) as never)
        .execute(),
    )
    const folders = await tx.query.selectFrom('library_folders').select(['pk', 'library_pk']).execute()
    await inParts(plain.books, part =>
      tx.query
        .insertInto('books')
        .values(
          part.map(book => {
            const library_pk = libraryPk(book.series)
            return bookRow(book, library_pk, folders.find(folder => folder.library_pk === library_pk)?.pk ?? 0)
          }) as never,
        )
        .execute(),
    )
    for (const book of plain.books) await saveFacts(tx, book, userPks)
    await fillRatings(tx, 'series_pk', plain.series, userPks)
    await fillRatings(tx, 'book_pk', plain.books, userPks)
    await sumUpFacets(
      tx,
      plain.series.map(({ pk }) => pk),
    )
    const own = plain.series.map(
      ({ pk, publisher }) => [pk, publisher === null ? [] : [publisherNamed(publisher)]] as const,
    )
    await facetChanges.addSeriesFacets(tx, new Map(own))
    return { userPks, sets }
  })
}

const publisherNamed = (name: string) => ({ kind: 'publisher', name }) as const

async function saveFacts(tx: Tx, book: PlainBook, userPks: ReadonlyMap<string, number>): Promise<void> {
  const { publishers, imprints, year, type, count, genres, tags, authors, languages } = book
  const { characters, teams, locations, storyArcs } = book
  const others = [...characters, ...teams, ...locations, ...storyArcs]
  if (
    publishers.length + imprints.length > 0 ||
    year !== null ||
    type !== null ||
    count !== null ||
    genres.length + tags.length + authors.length + languages.length + others.length > 0
  ) {
    const metadata = {
      ...emptyMetadata('comicinfo' as const),
      publisher: publishers[0] ?? null,
      imprint: imprints[0] ?? null,
      year,
      count,
      genres: [...genres],
      tags: [...tags],
      authors: authors.map(name => ({ name, role: 'writer' as const, sortName: null })),
      languageIso: languages[0] ?? null,
      ...{ characters, teams, locations },
      storyArcs: storyArcs.map(name => ({ name, number: null })),
    }
    await saveMetadata(tx, book.pk, metadata as never, { chapter: null, locks: 0 }, 0)
    if (type !== null) await tx.run(`update book_metadata set book_type = '${type}' where book_pk = ${book.pk}`, [])
  }
  for (const [reader, { at, completed }] of book.places) {
    const read = { user: userPks.get(reader) ?? 0, book: { pk: book.pk, series_pk: book.series.pk } }
    await recordPlace(tx, { ...UNATTRIBUTED, ...read, place: { page: 1, percentage: null, completed } }, at)
  }
}

async function inParts<T>(rows: readonly T[], write: (part: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) await write(rows.slice(from, from + AT_ONCE))
}

/** The columns that a title and its sort title are stored in. */
export function named(title: string, titleSort: string | null, ...others: readonly string[]) {
  return {
    title,
    title_sort: titleSort,
    title_folded: foldedOrNull(title),
    title_sort_folded: foldedOrNull(titleSort),
    sort_key: sortKey(titleSort ?? title),
    search_text: searchText(title, titleSort, ...others),
  }
}

function seriesRow(series: PlainSeries, library_pk: number, sets: ReadonlyMap<string, number>) {
  const { pk, id, path, title, titleSort, summary, publisher, values, total, added, updated, age, sharing } = series
  return {
    pk,
    id,
    library_pk,
    path,
    path_folded: foldedOrNull(path),
    ...named(title, titleSort, path),
    summary,
    summary_folded: foldedOrNull(summary),
    publisher,
    publisher_folded: foldedOrNull(publisher),
    ...columnsOf(values, 'series'),
    total_volume_count: total,
    age,
    sharing_set_pk: sets.get(sharing.join()) ?? null,
    book_count: liveBooks(series).length,
    volumes_owned: 0,
    created_at: added,
    updated_at: updated,
  }
}

function bookRow(book: PlainBook, library_pk: number, folder_pk: number) {
  const { pk, id, series, title, titleSort, file, path, summary, isDeleted } = book
  return {
    pk,
    id,
    library_pk,
    folder_pk,
    series_pk: series.pk,
    path,
    path_folded: foldedOrNull(path),
    file_name: file,
    file_format: book.format,
    file_size: book.size,
    file_modified_ms: 0,
    file_inode: pk,
    file_hash: '',
    page_count: book.pages,
    ...named(title, titleSort, stemOf(file)),
    number: book.number,
    volume: book.volume,
    chapter: book.chapter,
    release_date: book.released,
    ...columnsOf(book.values, 'books'),
    summary,
    summary_folded: foldedOrNull(summary),
    analyzed: true,
    analysis_error: book.hasError ? 'damaged' : null,
    deleted: isDeleted,
    deleted_at: isDeleted ? 1 : null,
    created_at: book.added,
    updated_at: book.added,
  }
}

export const stemOf = (file: string) => file.replace(/\.[^.]*$/, '')
