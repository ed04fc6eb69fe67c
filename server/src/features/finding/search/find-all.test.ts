// Results and order of a search, compared with a naive search through the same rows, on both databases.
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { SEARCH_KINDS, type SearchKind } from '@octavo/contract/search'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { searchText } from '../../../kernel/search-words'
import { foldedOrNull, sortKey } from '../../../kernel/text'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { type FacetKind, saveBookFacets, sumUpFacets } from '../../catalogue/facets'
import { findAll } from './find-all'

setDefaultTimeout(120_000)

const SEED = 20261121
const CASES = 100

const WORDS = [
  'bat',
  'Batman',
  'Year',
  'One',
  'élan',
  'Ärger',
  'X-Men',
  'of',
  'the',
  '進撃の巨人',
  '巨人',
  'Akira',
  '7',
]
const NAMES: Readonly<Record<'author' | 'genre' | 'tag' | 'language', readonly string[]>> = {
  author: ['Katsuhiro Otomo', 'Otomo', 'Émile Zola', '荒木飛呂彦', 'Bat Year'],
  genre: ['Horror', 'Bat Horror', 'Érotique'],
  tag: ['the one', 'Batman', '巨人'],
  language: ['en'],
}
const FACETS: Readonly<Partial<Record<SearchKind, FacetKind>>> = { people: 'author', genres: 'genre', tags: 'tag' }

interface Home {
  readonly library: number
  readonly age: number | null
}

/** A row as the naive search sees it. */
interface Plain {
  readonly kind: SearchKind
  readonly pk: number
  readonly title: string
  readonly titleSort: string | null
  readonly otherTitles: readonly string[]
  /** A file name or folder; for a book also the alternate titles of its series. */
  readonly places: readonly string[]
  /** Its series, by library and age rating. */
  readonly homes: Home[]
}

const MARKS = /\p{M}+/gu
const plainly = (text: string) => text.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFKC')
const wordsOf = (text: string) =>
  plainly(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
const HAN = /[\p{sc=Han}\p{sc=Hiragana}]/u

/**
 * 0 exact, 1 starts with the words, 2 starts with prefixes, 3 whole words, 4 word prefixes, 5 in all texts; null for no
 * hit.
 */
function tierOf(row: Plain, typed: string): number | null {
  const phrase = (text: string) => wordsOf(text).join(' ')
  const wanted = wordsOf(typed)
  const names = [row.title, ...(row.titleSort ? [row.titleSort] : []), ...row.otherTitles]
  const byName = names.map((name, at) => {
    const behind = at > 0 ? 0.5 : 0
    if (phrase(name) === phrase(typed)) return behind
    if (phrase(name).startsWith(`${phrase(typed)} `)) return 1 + behind
    return phrase(name).startsWith(phrase(typed)) ? 2 + behind : 9
  })
  const has = (text: string, word: string, whole: boolean) =>
    HAN.test(word)
      ? plainly(text).includes(word)
      : wordsOf(text).some(own => (whole ? own === word : own.startsWith(word)))
  const texts = [...names, ...row.places]
  const tiers = [...byName]
  if (wanted.every(word => has(row.title, word, true))) tiers.push(3)
  if (wanted.every(word => has(row.title, word, false))) tiers.push(4)
  if (wanted.every(word => texts.some(text => has(text, word, false)))) tiers.push(5)
  const best = Math.min(...tiers)
  return best > 5 ? null : best
}

/** Pseudo-random numbers, the same in each run. */
function chance(seed: number) {
  let state = seed
  const below = (count: number) => {
    state = (state * 48271) % 2147483647
    return Math.floor((state / 2147483647) * count)
  }
  const of = <T>(list: readonly T[]): T => list[below(list.length)] as T
  return { below, of, text: () => Array.from({ length: 1 + below(3) }, () => of(WORDS)).join(' ') }
}

forEachDatabase('one search', database => {
  const rows: Plain[] = []
  let shown = 0
  let hidden = 0
  let limited: Viewer
  const young: Viewer = {
    ...SYSTEM_VIEWER,
    visibility: { kind: 'series', libraryPks: null, sharing: null, age: { limit: 12, unrated: false } },
  }
  const sees = (as: Viewer, { library, age }: Home) =>
    as === SYSTEM_VIEWER || (as === young ? age !== null && age <= 12 : library === shown)

  beforeAll(async () => {
    const random = chance(SEED)
    const names = new Map<string, Plain>()
    await database.connection.write(async tx => {
      shown = await insertLibrary(tx, 'Shown')
      hidden = await insertLibrary(tx, 'Hidden')
      limited = { ...SYSTEM_VIEWER, visibility: { kind: 'libraries', libraryPks: [shown] } }
      for (let index = 0; index < 40; index++) {
        const libraryPk = index % 2 ? shown : hidden
        const age = random.of([null, 6, 12, 16])
        const homes: Home[] = [{ library: libraryPk, age }]
        const title = random.text()
        const titleSort = random.below(4) === 0 ? random.text() : null
        const place = `${random.of(WORDS)} ${index}`
        const otherTitles = Array.from({ length: random.below(3) }, () => random.text())
        const pk = await insertSeries(tx, libraryPk, title, {
          path: place,
          age,
          title_sort: titleSort,
          sort_key: sortKey(titleSort ?? title),
          title_folded: foldedOrNull(title),
          search_text: searchText(title, titleSort, place, ...otherTitles),
        })
        for (const other of otherTitles) {
          await tx.query
            .insertInto('alternate_titles')
            .values({ id: newId(), series_pk: pk, label: 'Other', title: other, created_at: 0, updated_at: 0 })
            .execute()
        }
        rows.push({ kind: 'series', pk, title, titleSort, otherTitles, places: [place], homes })
        const seriesTitles = [...otherTitles, ...(titleSort ? [titleSort] : [])]
        for (let number = 0; number < 3; number++) {
          const bookTitle = random.text()
          const file = `${random.of(WORDS)} ${number}`
          const path = `${place}/${file}`
          const [own, volume] = [random.of([null, number + 1, number + 0.5]), random.of([null, number + 1, 7])]
          const bookPk = await insertBook(tx, { libraryPk, seriesPk: pk }, bookTitle, {
            path,
            file_name: `${file}.cbz`,
            search_text: searchText(bookTitle, file),
            number: own,
            volume,
          })
          const inSeries = [title, own, volume === own ? null : volume].filter(each => each !== null).join(' ')
          const places = [file, path, ...seriesTitles]
          rows.push({
            kind: 'books',
            pk: bookPk,
            title: bookTitle,
            titleSort: null,
            otherTitles: [inSeries],
            places,
            homes,
          })
          const facets = (['author', 'genre', 'tag'] as const).map(kind => ({ kind, name: random.of(NAMES[kind]) }))
          await saveBookFacets(tx, new Map([[bookPk, random.below(3) === 0 ? facets : []]]))
        }
        await sumUpFacets(tx, [pk])
      }
    })
    const { reader } = database.connection
    const held = await reader.run<{ pk: number; kind: string; name: string; library_pk: number; age: number | null }>(
      `select facets.pk, facets.kind, name, library_pk, age from facets join series_facets on facet_pk = facets.pk
       join series on series.pk = series_pk`,
      [],
    )
    for (const { pk, kind, name, library_pk, age } of held) {
      const home = { library: library_pk, age }
      const known = names.get(`${kind} ${name}`)
      if (known) {
        known.homes.push(home)
        continue
      }
      const ours = (Object.keys(FACETS) as SearchKind[]).find(each => FACETS[each] === kind)
      if (!ours) throw new Error(kind)
      const row = {
        kind: ours,
        pk,
        title: name,
        titleSort: null,
        otherTitles: [],
        places: [],
        homes: [home],
      }
      names.set(`${kind} ${name}`, row)
      rows.push(row)
    }
  })

  test('equals a plain search through the same rows, in its order', async () => {
    const random = chance(SEED + 1)
    for (let index = 0; index < CASES; index++) {
      const whole = random.of([
        ...WORDS,
        ...Object.values(NAMES).flat(),
        random.text(),
        `${random.of(WORDS)} ${1 + random.below(3)}`,
      ])
      const typed = random.below(2) ? whole : whole.slice(0, 1 + random.below(whole.length)).toUpperCase()
      const as = random.of([SYSTEM_VIEWER, limited, young])
      const found = await findAll(database.connection.reader, as, { typed, kinds: SEARCH_KINDS, limit: 100 })
      if (
        found.every(({ total }) => total === 0) ||
        found.some(({ best }) => best.some(hit => hit.match === 'similar'))
      )
        continue
      for (const { kind, best, total, totalIsExact } of found) {
        const expected = rows
          .filter(row => row.kind === kind && row.homes.some(home => sees(as, home)))
          .flatMap(row => {
            const tier = tierOf(row, typed)
            // Books that match equally are in reading order: by series, then number.
            const inSeries = row.kind === 'books' ? sortKey(row.otherTitles[0] ?? '') : ''
            const key = `${inSeries}\0${sortKey(row.titleSort ?? row.title)}`
            return tier === null ? [] : [{ pk: row.pk, tier, key }]
          })
          .sort((a, b) => a.tier - b.tier || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.pk - b.pk))
        expect([typed, kind, total, totalIsExact, best.map(({ pk }) => pk)]).toEqual([
          typed,
          kind,
          expected.length,
          true,
          expected.map(({ pk }) => pk),
        ])
      }
    }
  })

  const titles = async (typed: string, kind: SearchKind, as: Viewer = SYSTEM_VIEWER) => {
    const [found] = await findAll(database.connection.reader, as, { typed, kinds: [kind], limit: 10 })
    return found?.best.map(({ pk, match }) => `${match} ${rows.find(row => row.kind === kind && row.pk === pk)?.title}`)
  }

  test('finds similar words for unknown ones', async () => {
    expect(await titles('otmo', 'people')).toEqual(['similar Katsuhiro Otomo', 'similar Otomo'])
    expect(await titles('horor', 'genres')).toEqual(['similar Bat Horror', 'similar Horror'])
    expect((await titles('akria', 'series'))?.every(title => title.startsWith('similar '))).toBe(true)
    expect(await titles('zzzzzzzz', 'series')).toEqual([])
  })

  test('reflects a change at once, and a rolled back one not at all', async () => {
    const rename = (fails: boolean) =>
      database.connection.write(async tx => {
        const [book] = await tx.run<{ pk: number; series_pk: number }>(
          'select pk, series_pk from books order by pk limit 1',
          [],
        )
        if (!book) throw new Error('There is no book')
        await saveBookFacets(tx, new Map([[book.pk, [{ kind: 'author', name: 'Quino' }]]]))
        await sumUpFacets(tx, [book.series_pk])
        if (fails) throw new Error('taken back')
      })
    const found = async (as: Viewer) => {
      const [people] = await findAll(database.connection.reader, as, { typed: 'quin', kinds: ['people'], limit: 5 })
      return people?.total
    }
    await expect(rename(true)).rejects.toThrow('taken back')
    expect(await found(SYSTEM_VIEWER)).toBe(0)
    await rename(false)
    // The first series is in the hidden library.
    expect([await found(SYSTEM_VIEWER), await found(limited)]).toEqual([1, 0])
  })

  test('accepts any input', async () => {
    const strange = ['" OR 1=1 --', "'; drop table books;", 'a* NEAR b', '^', '{}:!&|<->', '%_\\', '*'.repeat(500)]
    for (const typed of [...strange, '\ud800', 'é'.repeat(500), `${'a '.repeat(250)}`, '\u{10ffff}', ' ', '']) {
      const found = await findAll(database.connection.reader, limited, { typed, kinds: SEARCH_KINDS, limit: 3 })
      expect(found.map(({ kind }) => kind)).toEqual([...SEARCH_KINDS])
      expect(found.every(({ best }) => best.length <= 3)).toBe(true)
    }
  })
})
