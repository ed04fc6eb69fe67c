import type { Connection } from '../../../db'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { matchesOf } from './match.queries'
import { fillEntries } from './members.store'

/** Wanted books that are looked for at once. */
const AT_ONCE = 500

/** Gives lists the books that they name and that have come; what is not clear waits for a person. Answers how many. */
export async function fillWanted({ reader, write }: Pick<Connection, 'reader' | 'write'>): Promise<number> {
  let filled = 0
  for (let after = 0; ; ) {
    const rows = await reader.query
      .selectFrom('read_list_entries')
      .select(['pk', 'list_pk', 'wanted_series', 'wanted_number', 'wanted_volume', 'wanted_year'])
      .where('pk', '>', after)
      .where('book_pk', 'is', null)
      .where('wanted_key', 'is not', null)
      .orderBy('pk')
      .limit(AT_ONCE)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return filled
    after = last.pk
    const matches = await matchesOf(
      reader,
      SYSTEM_VIEWER,
      rows.map(row => ({
        series: row.wanted_series ?? '',
        number: row.wanted_number,
        volume: row.wanted_volume,
        year: row.wanted_year,
        section: null,
      })),
    )
    // Two entries of a list may mean the same book: the first gets it.
    const found = new Map<string, { pk: number; bookPk: number }>()
    for (const [at, { pk, list_pk }] of rows.entries()) {
      const match = matches[at]
      const bookPk = match?.state === 'matched' ? match.candidates[0]?.bookPk : undefined
      const place = `${list_pk} ${bookPk}`
      if (bookPk !== undefined && !found.has(place)) found.set(place, { pk, bookPk })
    }
    if (found.size > 0) await write(tx => fillEntries(tx, [...found.values()]))
    filled += found.size
  }
}
