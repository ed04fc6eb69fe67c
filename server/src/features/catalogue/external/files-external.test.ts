import { beforeAll, expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { emptyMetadata } from '../../../formats/empty-metadata'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { externalOf } from './external.queries'
import { removeExternal, setExternalId } from './external.store'
import { saveExternalOfFiles } from './files-external.store'

forEachDatabase('what files say of other sites', database => {
  let bookPk = 0
  let otherPk = 0
  const save = (facts: Partial<EmbeddedMetadata> | null, now = 1) =>
    database.connection.write(tx =>
      saveExternalOfFiles(
        tx,
        [
          { bookPk, metadata: facts && { ...emptyMetadata('comicinfo'), ...facts } },
          { bookPk: otherPk, metadata: emptyMetadata('comicinfo') },
        ],
        now,
      ),
    )
  const shown = async (table: 'external_ids' | 'external_links' | 'external_ratings') =>
    (await externalOf(database.connection.reader, table, 'book', [bookPk])).get(bookPk) ?? []
  const vine = { identifiers: [{ source: 'comicvine', id: '4000-1', of: 'book' }] } as const

  beforeAll(async () => {
    await database.connection.write(async tx => {
      const libraryPk = await insertLibrary(tx, 'Comics')
      const seriesPk = await insertSeries(tx, libraryPk, 'Saga')
      bookPk = await insertBook(tx, { libraryPk, seriesPk }, 'Saga 1')
      otherPk = await insertBook(tx, { libraryPk, seriesPk }, 'Saga 2')
    })
  })

  test('is set, follows the file with the same id of the row, and is deleted with it', async () => {
    await save({
      ...vine,
      webLinks: ['https://www.comics.org/issue/943312/', 'https://example.org/saga', 'javascript:alert(1)'],
      communityRating: 4.5,
    })
    const ids = await shown('external_ids')
    expect(ids).toMatchObject([
      { source: 'comicvine', external_id: '4000-1', origin: 'file' },
      { source: 'gcd', external_id: '943312', external_url: 'https://www.comics.org/issue/943312/' },
    ])
    expect(await shown('external_links')).toMatchObject([
      { source: 'example.org', url: 'https://example.org/saga', external_id: null },
      { source: 'gcd', url: 'https://www.comics.org/issue/943312/', external_id: '943312' },
    ])
    expect(await shown('external_ratings')).toMatchObject([{ source: 'comicinfo', rating: 90, vote_count: null }])
    await save({ identifiers: [{ source: 'comicvine', id: '4000-2', of: 'book' }] }, 2)
    expect(await shown('external_ids')).toMatchObject([{ id: ids[0]?.id, external_id: '4000-2', updated_at: 2 }])
    expect([await shown('external_links'), await shown('external_ratings')]).toEqual([[], []])
    await save(null)
    expect(await shown('external_ids')).toEqual([])
  })

  test("leaves a person's id alone, and does not restore a deleted one", async () => {
    const of = { kind: 'book', pk: bookPk } as const
    await save(vine)
    await database.connection.write(tx =>
      setExternalId(tx, of, { source: 'comicvine', external_id: '4000-9', external_url: null }, 3),
    )
    await save(vine, 4)
    expect(await shown('external_ids')).toMatchObject([{ external_id: '4000-9', origin: 'person' }])
    await database.connection.write(tx => removeExternal(tx, 'external_ids', of, 'comicvine', 5))
    await save(vine, 6)
    expect(await shown('external_ids')).toEqual([])
  })
})
