import type { ImportReadListRequest, ReadListMatchDto } from '@octavo/contract/read-list-file'
import type { Reader } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { requireSpace } from './change-members'
import { checkLine, refuse } from './check-list'
import type { CuratedListRow } from './curated-list-row'
import { keysOfIds } from './curated-lists.queries'
import { READ_LIST } from './kind'
import { readListFile } from './list-file.rules'
import { matchesOf } from './match.queries'
import { settled, wantedKey } from './match.rules'
import { addEntries, type NewEntry } from './members.store'
import { createList, type ListDeps } from './save-list'

/** The entries of a list file, with their matches. @throws BadRequest if it is not a list */
export async function matchedFile(reader: Reader, viewer: Viewer, bytes: Buffer) {
  const list = readListFile(bytes)
  return { ...list, matches: settled(list.entries, await matchesOf(reader, viewer, list.entries)) }
}

/**
 * The entries of a list file, and the books that they may match.
 * @throws BadRequest if it is not a list
 */
export async function matchFile(reader: Reader, viewer: Viewer, bytes: Buffer): Promise<ReadListMatchDto> {
  const { name, summary, entries, matches } = await matchedFile(reader, viewer, bytes)
  const count = (state: string) => matches.filter(match => match.state === state).length
  return {
    ...{ name, summary, matched: count('matched'), ambiguous: count('ambiguous'), missing: count('missing') },
    entries: entries.map((entry, at) => {
      const { state, candidates } = matches[at] ?? { state: 'missing', candidates: [] }
      return {
        ...entry,
        state,
        candidates: candidates.map(({ bookId, title, seriesTitle, libraryName, number, volume, year }) => ({
          ...{ bookId, title, seriesName: seriesTitle, libraryName, number, volume, year },
        })),
      }
    }),
  }
}

/**
 * Creates a read list from a file: chosen books, and the rest as missing ones.
 * @throws BadRequest naming the place; Forbidden; Conflict
 */
export async function importList(
  deps: ListDeps,
  viewer: Viewer,
  request: ImportReadListRequest,
): Promise<CuratedListRow> {
  const ids = request.entries.flatMap(({ bookId }) => (bookId ? [bookId.toLowerCase()] : []))
  const keys = await keysOfIds(deps.reader, viewer, READ_LIST, [...new Set(ids)])
  const taken = new Set<number>()
  const entries = request.entries.flatMap((entry, at): NewEntry[] => {
    const { bookId, number, volume, year, section, undecided } = entry
    const place = `entries.${at}`
    const bookPk = bookId
      ? (keys.get(bookId.toLowerCase()) ?? refuse(`${place}.bookId`, 'there is no such book'))
      : null
    // The same book is added once.
    if (bookPk !== null && taken.has(bookPk)) return []
    if (bookPk !== null) taken.add(bookPk)
    const series = checkLine(`${place}.series`, entry.series, LIMITS.curatedLists.series)
    if (series === '') refuse(`${place}.series`, 'is missing')
    const named = { series, key: wantedKey(series), volume: volume ?? null, year: year ?? null }
    return [
      {
        bookPk,
        undecided: undecided ?? null,
        section: checkLine(`${place}.section`, section ?? '', LIMITS.curatedLists.section) || null,
        wanted: { ...named, number: checkLine(`${place}.number`, number ?? '', LIMITS.curatedLists.number) || null },
      },
    ]
  })
  return createList(deps, READ_LIST, viewer, request, async (tx, listPk) => {
    await addEntries(tx, listPk, entries, await requireSpace(tx, READ_LIST, listPk, entries.length), deps.now())
  })
}
