import type { TaskWork } from '../../../platform/task-work'
import { candidateGroups, titledSeries } from './duplicates.queries'
import { type FoundGroup, type MatchType, saveGroups, setReasons } from './duplicates.store'
import type { DuplicateDeps } from './duplicates.types'
import { type FoundBooks, onlyOne } from './found-books'
import { booksOfSameNumber, isbnsOfBooks, type LikelyBook, liveBooks, sameIds, seriesOfId } from './likely.queries'
import { bookTitleKey, isbn13Of, placeKey, SITES_OF_BOOKS } from './likely.rules'

/** Groups written in one transaction, and maximum members of one. */
const BATCH = 100
const MOST_MEMBERS = 200

type Group = Pick<FoundGroup, 'kind' | 'matchType' | 'matchKey'> & {
  readonly members: readonly { readonly pk: number; readonly library_pk: number }[]
}

/** Likely but unproven duplicates: books with the same pages, external id or ISBN, or the same title and number. */
export async function findLikelyBooks(deps: DuplicateDeps, work: TaskWork, books: FoundBooks): Promise<void> {
  const { reader } = deps.connection
  work.progress.message = 'Comparing pages, IDs and numbers'
  const save = createSaver(deps, work, (pk, group) => books.add(pk, group))
  const add = async (matchType: MatchType, matchKey: string, members: readonly LikelyBook[]) => {
    work.signal.throwIfAborted()
    if (members.length < 2 || books.absorbs(pksOf(members), matchType)) return
    await save.put({ kind: 'book', matchType, matchKey, members })
  }
  for await (const same of candidateGroups(reader, 'pages_hash')) {
    const hash = same[0]?.hash ?? ''
    // Not with few pages: a cover and an advertisement do not make a book.
    if (!hash.startsWith('few:')) await add('pages', hash, same)
  }
  await save.flush()
  for await (const { source, externalId } of sameIds(reader, 'book_pk', SITES_OF_BOOKS)) {
    const same = await liveBooks(reader, { source, externalId })
    for (const [key, group] of byPlace(same)) await add('external_id', `${source}:${externalId}${key}`, group)
  }
  for (const [isbn, pks] of await booksByIsbn(deps)) {
    for (const [key, group] of byPlace(await liveBooks(reader, { pks }))) {
      await add('external_id', `isbn:${isbn}${key}`, group)
    }
  }
  await save.flush()
  for await (const series of titledSeries(reader)) {
    for await (const same of booksOfSameNumber(
      reader,
      series.map(({ pk }) => pk),
    )) {
      const byTitle = Map.groupBy(same, book => `${book.series_pk} ${placeKey(book)} ${bookTitleKey(book.title)}`)
      for (const [key, group] of byTitle) await add('number', key, group)
    }
  }
  await save.flush()
  const reasons = [...books.reasons]
  for (let at = 0; at < reasons.length; at += 1_000) {
    await work.write(tx => setReasons(tx, new Map(reasons.slice(at, at + 1_000))))
  }
}

const pksOf = (members: readonly { readonly pk: number }[]) => members.map(({ pk }) => pk)

/** All volumes of a set may share one id: only those with the same number are duplicates. */
function* byPlace(books: readonly LikelyBook[]): Generator<readonly [string, LikelyBook[]]> {
  const groups = Map.groupBy(books, placeKey)
  for (const [key, group] of groups) yield [groups.size === 1 ? '' : ` ${key}`, group]
}

async function booksByIsbn({ connection: { reader } }: DuplicateDeps): Promise<ReadonlyMap<string, number[]>> {
  const found = new Map<string, number[]>()
  for await (const { book_pk, isbns } of isbnsOfBooks(reader)) {
    for (const isbn of new Set(isbns.map(isbn13Of))) {
      if (isbn === null) continue
      const same = found.get(isbn)
      if (same) same.push(book_pk)
      else found.set(isbn, [book_pk])
    }
  }
  for (const [isbn, pks] of found) if (new Set(pks).size < 2) found.delete(isbn)
  return found
}

/** Series with the same external id. */
export async function findSeriesById(deps: DuplicateDeps, work: TaskWork, found: Set<number>): Promise<void> {
  const { reader } = deps.connection
  const save = createSaver(deps, work, pk => found.add(pk))
  for await (const { source, externalId } of sameIds(reader, 'series_pk', null)) {
    work.signal.throwIfAborted()
    const members = await seriesOfId(reader, source, externalId)
    if (members.length < 2) continue
    await save.put({ kind: 'series', matchType: 'external_id', matchKey: `${source}:${externalId}`, members })
  }
  await save.flush()
}

/** Writes groups in chunks. */
function createSaver(deps: DuplicateDeps, work: TaskWork, saved: (pk: number, group: FoundGroup) => void) {
  let waiting: FoundGroup[] = []
  async function flush() {
    const some = waiting
    waiting = []
    if (some.length === 0) return
    const pks = await work.write(tx => saveGroups(tx, some, deps.now()))
    some.forEach((group, at) => {
      saved(pks[at] ?? 0, group)
    })
  }
  return {
    flush,
    async put({ members, ...group }: Group) {
      const some = members.slice(0, MOST_MEMBERS)
      const libraryPk = onlyOne(some.map(member => member.library_pk))
      waiting.push({ ...group, libraryPk, members: some.map(({ pk }) => ({ pk, stamp: null })) })
      if (waiting.length >= BATCH) await flush()
    },
  }
}
