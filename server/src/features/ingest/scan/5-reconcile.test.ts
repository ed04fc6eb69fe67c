import { expect, test } from 'bun:test'
import type { Tx } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { numberRules } from '../../../naming/naming'
import { choiceOfRow } from '../../catalogue/naming'
import { renumberAll } from './5-reconcile'
import type { ScanRun } from './scan-run'

const SERIES = 55

forEachDatabase('numbering the series of a scan', database => {
  test('uses one transaction for fifty series, and recounts only changed ones', async () => {
    const { reader, write } = database.connection
    const series = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'numbered', { number_strategy: 'file_order' })
      const pks: number[] = []
      for (let at = 0; at < SERIES; at++) {
        const seriesPk = await insertSeries(tx, libraryPk, `Series ${at}`, { book_count: 7 })
        await insertBook(tx, { libraryPk, seriesPk }, `${at}`, {
          path: `Series ${at}/a.cbz`,
          file_name: 'a.cbz',
          number: at === SERIES - 1 ? 2 : 1,
        })
        pks.push(seriesPk)
      }
      return pks
    })
    const row = await reader.query.selectFrom('libraries').selectAll().executeTakeFirstOrThrow()
    const naming = numberRules(choiceOfRow(row).numberStrategy)
    let transactions = 0
    const run = {
      deps: { now: Date.now },
      library: { naming },
      async write<T>(work: (tx: Tx) => Promise<T>) {
        transactions++
        return write(work)
      },
    } as unknown as ScanRun
    await renumberAll(run, new Set(series))
    expect(transactions).toBe(2)
    const last = series.at(-1) as number
    const book = await reader.query.selectFrom('books').select('number').where('series_pk', '=', last).execute()
    expect(book).toEqual([{ number: 1 }])
    const summed = await reader.query.selectFrom('series').select('pk').where('book_count', '=', 1).execute()
    expect(summed).toEqual([{ pk: last }])
  })
})
