import { expect, setDefaultTimeout, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { newId } from '../../../kernel/ids'
import { logSessions, repairReadingSums } from '.'

setDefaultTimeout(60_000)

const MINUTE = 60_000
const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 26, 12)

forEachDatabase('sums of an older process', database => {
  const sumsOf = async () => {
    const { query } = database.connection.reader
    return {
      blocks: await query.selectFrom('reading_blocks').selectAll().orderBy('user_pk').orderBy('block').execute(),
      devices: await query
        .selectFrom('reading_devices')
        .selectAll()
        .orderBy('user_pk')
        .orderBy('month')
        .orderBy('device')
        .execute(),
    }
  }

  test('are repaired on the first day, and whole ones stay', async () => {
    const { connection } = database
    const { reader, write } = connection
    const log = (user: number, book: number, ended: number, device: string) =>
      write(tx =>
        logSessions(
          tx,
          user,
          [
            {
              ...{ id: newId(), bookPk: book, device, deviceName: `My ${device}`, kind: 'completed' as const },
              ...{ toPage: 9, toPercentage: null, activeMs: 10 * MINUTE, estimatedMs: null, pagesRead: 9 },
              ...{ startedAt: ended - 10 * MINUTE, endedAt: ended, saidAt: ended },
            },
          ],
          ended,
        ),
      )
    const [ada, bea, book] = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const seriesPk = await insertSeries(tx, libraryPk, 'Akira')
      const bookPk = await insertBook(tx, { libraryPk, seriesPk }, 'Akira 1')
      return [await insertUser(tx, 'Ada'), await insertUser(tx, 'Bea'), bookPk] as const
    })
    for (const user of [ada, bea]) await log(user, book, NOW - DAY, 'phone')
    const before = await sumsOf()
    await log(ada, book, NOW - DAY + MINUTE, 'phone')
    await log(ada, book, NOW - 40 * DAY, 'tablet')
    const whole = await sumsOf()
    // An older process adds to quarters and months alone.
    await write(async tx => {
      for (const table of ['reading_blocks', 'reading_devices'] as const)
        await tx.query.deleteFrom(table).where('user_pk', '=', ada).execute()
      const { blocks, devices } = before
      for (const row of blocks.filter(({ user_pk }) => user_pk === ada))
        await tx.query.insertInto('reading_blocks').values(row).execute()
      for (const row of devices.filter(({ user_pk }) => user_pk === ada))
        await tx.query.insertInto('reading_devices').values(row).execute()
    })
    expect(await sumsOf()).toEqual(before)

    let now = NOW
    const job = repairReadingSums({ reader, write }, () => now)
    await job(AbortSignal.abort())
    expect(await sumsOf()).toEqual(before)
    const repair = () => job(new AbortController().signal)
    await repair()
    expect(await sumsOf()).toEqual(whole)
    await Promise.all([repair(), repair()])
    expect(await sumsOf()).toEqual(whole)

    now += DAY
    await write(tx => sql`delete from reading_blocks`.execute(tx.query))
    await repair()
    expect((await sumsOf()).blocks).toEqual([])
  })
})
