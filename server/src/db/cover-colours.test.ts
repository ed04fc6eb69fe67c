import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { mainColorOf } from '../kernel/main-color'
import { coverColours } from './migrations/0029-cover-colours'
import { vividColours } from './migrations/0032-vivid-colours'
import { forEachDatabase } from './testing'
import { insertBook, insertLibrary, insertSeries } from './testing-rows'

const HASH = '1QcSHQRnh493V4dIh4eXh1h4kJUI'

forEachDatabase('the steps to colours of covers', database => {
  test('gives existing covers a colour, and the others none', async () => {
    const { write, reader } = database.connection
    await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const seriesPk = await insertSeries(tx, libraryPk, 'Saga')
      for (let n = 0; n < 10; n++) {
        await insertBook(tx, { libraryPk, seriesPk }, `Book ${n}`, { thumb_hash: n % 2 === 0 ? HASH : null })
      }
    })
    const { migrations } = database.connection
    for (const table of ['books', 'series']) {
      await sql`alter table ${sql.table(table)} drop column main_color`.execute(migrations)
    }
    const expectColours = async () => {
      const rows = await reader.query
        .selectFrom('books')
        .select(['main_color', 'thumb_hash', sql<number>`count(*)`.as('count')])
        .groupBy(['main_color', 'thumb_hash'])
        .execute()
      expect(rows.map(({ main_color, count }) => [main_color, Number(count)]).sort()).toEqual(
        [
          [mainColorOf(HASH), 5],
          [null, 5],
        ].sort(),
      )
    }
    await coverColours.up(migrations, reader.dialect)
    await expectColours()
    await sql`update books set main_color = '#7f7f7f' where thumb_hash is not null`.execute(migrations)
    await vividColours.up(migrations, reader.dialect)
    await expectColours()
  })
})
