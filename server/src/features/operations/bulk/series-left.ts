import { refreshSeries } from '../../catalogue/series'
import type { Run } from './bulk-run'
import { seriesKeysOf, seriesOfAct } from './selection'

/** Series with edited books that are not refreshed yet: each is refreshed when books of another one follow. */
export interface SeriesLeft {
  /** Adds the series of books, and refreshes all other pending ones; without books, all. */
  refresh(bookPks: readonly number[]): Promise<void>
  /** Refreshes the pending series of a stopped edit, whose changes stay. */
  giveUp(): Promise<void>
}

export function seriesLeft({ connection, kind, work, now }: Run): SeriesLeft {
  const left = new Set<number>()
  return {
    async refresh(bookPks) {
      if (kind === 'series') return
      const next = new Set(await seriesKeysOf(connection.reader, bookPks))
      const done = [...left].filter(pk => !next.has(pk))
      if (done.length > 0) await work.write(tx => refreshSeries(tx, done, now()))
      for (const pk of done) left.delete(pk)
      for (const pk of next) left.add(pk)
    },
    async giveUp() {
      const pks = [...left]
      if (pks.length > 0) await connection.write(tx => refreshSeries(tx, pks, now()))
    },
  }
}

/** Edits whose series are read at once. */
const PAGE = 500

/** Refreshes the series that an action had edited before its process was killed. */
export async function refreshEdited({ connection, kind, work, edit, now }: Run): Promise<void> {
  if (kind === 'series') return
  for (let after = 0; ; ) {
    const rows = await seriesOfAct(connection.reader, edit.id, after, PAGE)
    const last = rows.at(-1)
    if (!last) return
    after = last.pk
    const pks = [...new Set(rows.map(row => row.series_pk))]
    await work.write(tx => refreshSeries(tx, pks, now()))
  }
}
