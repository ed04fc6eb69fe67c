import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { foldedOrNull } from '../kernel/text'
import { searchLetters } from './migrations/0057-search-letters'
import { searchFormOf } from './search-letters'
import { forEachDatabase } from './testing'
import { insertBook, insertLibrary, insertSeries } from './testing-rows'

const TITLE = 'Große Œuvre in Łódź'
/** As the releases before folded it. */
const FORMER = 'große œuvre in łodz'
const NOW = 'grosse oeuvre in lodz'

forEachDatabase('letters with a spelling of their own', database => {
  test('are spelt out in a folded text by both databases', async () => {
    const [row] = await sql<{ text: string }>`select ${searchFormOf(sql`cast(${'ßæœøłđðħı漫画'} as text)`)} as text`
      .execute(database.connection.migrations)
      .then(({ rows }) => rows)
    expect(row?.text).toBe('ssaeoeolddhi漫画')
  })

  test('are spelt out in the texts of former releases, and in the index of words', async () => {
    const { write, reader, migrations } = database.connection
    const pk = await write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const former = { title_folded: FORMER, search_text: FORMER }
      const seriesPk = await insertSeries(tx, libraryPk, TITLE, former)
      await insertBook(tx, { libraryPk, seriesPk }, 'Élan', { title_folded: 'elan', search_text: 'elan' })
      return insertBook(tx, { libraryPk, seriesPk }, TITLE, former)
    })
    const found = async (word: string) => {
      const words =
        reader.dialect.kind === 'sqlite'
          ? sql`pk in (select rowid from books_search where books_search match ${`"${word}"`})`
          : sql`array_to_tsvector(array_remove(string_to_array(search_text || ' ' || series_words, ' '), '')) @@ ${`'${word}'`}::tsquery`
      const { rows } = await sql<{ title: string }>`select title from books where ${words} order by title`.execute(
        migrations,
      )
      return rows.map(({ title }) => title)
    }
    expect(await found('lodz')).toEqual([])
    await searchLetters.up(migrations, reader.dialect)
    const books = await reader.query.selectFrom('books').select(['pk', 'title_folded', 'search_text']).execute()
    const series = await reader.query.selectFrom('series').select(['title_folded', 'search_text']).execute()
    expect(books.find(book => book.pk === pk)).toMatchObject({ title_folded: NOW, search_text: NOW })
    expect(books.find(book => book.pk !== pk)).toMatchObject({ title_folded: 'elan', search_text: 'elan' })
    expect(series).toEqual([{ title_folded: NOW, search_text: NOW }])
    expect(foldedOrNull(TITLE)).toBe(NOW)
    // The other book has the words of its series.
    expect(await found('lodz')).toEqual([TITLE, 'Élan'].sort())
    expect(await found('grosse')).toHaveLength(2)
  })
})
