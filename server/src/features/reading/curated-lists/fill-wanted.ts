import type { Connection, Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { decisionOn } from './curated-lists.queries'
import { lockList } from './curated-lists.store'
import { matchesOf } from './match.queries'
import { fillEntries, markUndecided } from './members.store'
import { ownersByIds } from './owners'
import { publishList } from './publish-lists'
import { namedBy } from './wanted.types'

/** Missing books matched at once. */
const AT_ONCE = 500

/**
 * Adds newly available books to the lists that were missing them; ambiguous matches wait for a person. Returns their
 * number. Visibility of the list's owner counts. For others who do not see the book, it is still missing.
 */
export async function fillWanted({ reader, write }: Pick<Connection, 'reader' | 'write'>, now: Clock): Promise<number> {
  let filled = 0
  for (let after = 0; ; ) {
    const rows = await wantedAfter(reader, after)
    const last = rows.at(-1)
    if (last === undefined) return filled
    after = last.pk
    const owners = await ownersByIds(reader, [...new Set(rows.flatMap(row => row.owner_id ?? []))])
    // Two entries of a list may match the same book: the first gets it.
    const found = new Map<string, { pk: number; bookPk: number }>()
    const marks: { pk: number; undecided: boolean }[] = []
    for (const [owner, named] of Map.groupBy(rows, row => row.owner_id)) {
      const viewer = owner === null ? SYSTEM_VIEWER : owners.get(owner)
      const matches = viewer ? await matchesOf(reader, viewer, named.map(namedBy)) : []
      for (const [at, { pk, list_pk, refused_book_id: refused, decision, declined_at }] of named.entries()) {
        const isUndecided = matches[at]?.state === 'ambiguous'
        if (viewer && owner !== null && decision !== 'declined' && isUndecided !== (decision === 'undecided'))
          marks.push({ pk, undecided: isUndecided })
        const [book] = matches[at]?.state === 'matched' ? matches[at].candidates : []
        const isDeclined = decision === 'declined' && !(book && declined_at !== null && book.addedAt > declined_at)
        const bookPk = isDeclined || book?.bookId === refused ? undefined : book?.bookPk
        const place = `${list_pk} ${bookPk}`
        if (bookPk !== undefined && !found.has(place)) found.set(place, { pk, bookPk })
      }
    }
    if (found.size + marks.length > 0) {
      filled += await write(async tx => {
        const mayChange = new Set([...found.values(), ...marks].map(({ pk }) => pk))
        const lists = listsOf(rows, mayChange)
        // A person may be choosing books of the same lists. In order of keys, so that two scans do not wait for each other.
        for (const { pk } of lists) await lockList(tx, pk)
        const filledPks = await fillEntries(tx, [...found.values()], now())
        const markedPks = await markUndecided(tx, marks)
        const changed = listsOf(rows, new Set([...filledPks, ...markedPks]))
        for (const list of changed) await publishList(tx, 'readlist', list, 'updated')
        return filledPks.length
      })
    }
  }
}

type WantedRow = Awaited<ReturnType<typeof wantedAfter>>[number]

function wantedAfter(reader: Reader, after: number) {
  return reader.query
    .selectFrom('read_list_entries as entry')
    .innerJoin('curated_lists as list', 'list.pk', 'entry.list_pk')
    .leftJoin('users', 'users.pk', 'list.owner_pk')
    .select([
      'entry.pk',
      'entry.list_pk',
      'entry.refused_book_id',
      'entry.declined_at',
      'users.id as owner_id',
      'list.id',
      'list.owner_pk',
      'list.visibility',
    ])
    .select(decisionOn('entry'))
    .select(['entry.wanted_series', 'entry.wanted_number', 'entry.wanted_volume', 'entry.wanted_year'])
    .where('entry.pk', '>', after)
    .where('entry.book_pk', 'is', null)
    .where('entry.wanted_key', 'is not', null)
    .orderBy('entry.pk')
    .limit(AT_ONCE)
    .execute()
}

/** The lists of these entries, each once, in order of keys. */
function listsOf(rows: readonly WantedRow[], entryPks: ReadonlySet<number>) {
  const lists = rows
    .filter(({ pk }) => entryPks.has(pk))
    .map(({ list_pk: pk, id, owner_pk, visibility }) => [pk, { pk, id, owner_pk, visibility }] as const)
  return [...new Map(lists).values()].sort((a, b) => a.pk - b.pk)
}
