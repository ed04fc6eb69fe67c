import { beforeAll, expect, test } from 'bun:test'
import type { BookValueField, SeriesValueField } from '@octavo/contract/list-fields'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries, insertUser } from '../../../db/testing-rows'
import { emptyMetadata } from '../../../formats/empty-metadata'
import type { EmbeddedMetadata } from '../../../formats/facts'
import { releaseDateKey } from '../../../formats/release-date'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import type { Entity } from '../../lists/engine'
import { selectValues } from '../../lists/engine/summaries'
import { parseCondition } from '../../lists/filters'
import { saveMetadata } from '../metadata'
import { refreshSeries, SERIES } from '../series'
import { BOOKS } from './book-entity'

const NOTHING = emptyMetadata('comicinfo')

forEachDatabase('values of lists', database => {
  let viewer: Viewer
  let limited: Viewer
  let comics = 0
  interface More {
    readonly contains?: string
    readonly limit?: number
    readonly who?: Viewer
    readonly where?: object
  }
  const books = (field: BookValueField, more: More = {}) => values(BOOKS, field, more)
  const series = (field: SeriesValueField, more: More = {}) => values(SERIES, field, more)

  async function values(entity: Entity, field: string, { contains, limit = 50, who = viewer, where }: More) {
    const { reader } = database.connection
    const condition = where ? parseCondition(where, entity.fieldKinds) : null
    const query = { scope: {}, condition, sort: entity.defaultSort, page: 1, pageSize: 1 }
    const found = await selectValues({ reader, viewer: who, entity, query }, { field, contains, limit })
    return found.map(({ value, count }) => `${value} ${count}`)
  }

  beforeAll(async () => {
    await database.connection.write(async tx => {
      const userPk = await insertUser(tx, 'ada')
      comics = await insertLibrary(tx, 'Comics')
      const novels = await insertLibrary(tx, 'Novels')
      const put = async (
        libraryPk: number,
        title: string,
        all: readonly Partial<EmbeddedMetadata>[],
        format = 'cbz',
      ) => {
        const seriesPk = await insertSeries(tx, libraryPk, title)
        for (const [at, facts] of all.entries()) {
          const metadata = { ...NOTHING, ...facts }
          const own = { file_format: format, release_date: releaseDateKey(metadata) }
          const pk = await insertBook(tx, { libraryPk, seriesPk }, `${title} ${at + 1}`, own)
          await saveMetadata(tx, pk, metadata, { chapter: null, locks: 0 }, 0)
        }
        await refreshSeries(tx, [seriesPk], 0)
      }
      await put(comics, 'Akira', [
        { genres: ['Science Fiction', 'Action'], year: 1984, languageIso: 'ja', publisher: 'Kodansha' },
        { genres: ['action'], year: 1985, languageIso: 'ja', publisher: 'KODANSHA' },
      ])
      await put(comics, 'Élan', [{ genres: ['Drame'], year: 1999, languageIso: 'fr', publisher: 'Éditions É' }])
      await put(novels, 'Dune', [{ genres: ['Science fiction'], year: 1965, languageIso: 'en' }], 'epub')
      viewer = { ...SYSTEM_VIEWER, userPk, userId: '00000000-0000-7000-8000-0000000000ad' }
      limited = { ...viewer, visibility: { kind: 'libraries', libraryPks: [comics] } }
    })
  })

  test('are unique, ignoring case, most frequent first', async () => {
    expect(await series('genre')).toEqual(['Science Fiction 2', 'Action 1', 'Drame 1'])
    // A book has the genres of its series, as in a condition.
    expect(await books('genre')).toEqual(['Science Fiction 3', 'Action 2', 'Drame 1'])
    expect(await books('language')).toEqual(['ja 2', 'en 1', 'fr 1'])
    expect((await books('publisher')).map(each => each.toLowerCase())).toEqual(['kodansha 2', 'éditions é 1'])
    expect(await books('format')).toEqual(['cbz 3', 'epub 1'])
    expect(await books('author')).toEqual([])
  })

  test('that are years go from the latest', async () => {
    expect(await books('year')).toEqual(['1999 1', '1985 1', '1984 1', '1965 1'])
    expect(await books('year', { contains: '198' })).toEqual(['1985 1', '1984 1'])
  })

  test('can be looked through without case and accents, and are no more than asked for', async () => {
    expect(await books('publisher', { contains: 'editions' })).toEqual(['Éditions É 1'])
    expect(await series('genre', { contains: 'FICT' })).toEqual(['Science Fiction 2'])
    expect(await series('genre', { contains: '%' })).toEqual([])
    expect(await series('genre', { limit: 1 })).toEqual(['Science Fiction 2'])
  })

  test('are those of the books that meet the condition', async () => {
    expect(await books('language', { where: { genre: { operator: 'is', value: 'science fiction' } } })).toEqual([
      'ja 2',
      'en 1',
    ])
    expect(await series('year', { where: { genre: { operator: 'isNot', value: 'Drame' } } })).not.toContain('1999 1')
  })

  test('reveal nothing of hidden books', async () => {
    expect(await series('genre', { who: limited })).toEqual(['Action 1', 'Drame 1', 'Science Fiction 1'])
    expect(await books('format', { who: limited })).toEqual(['cbz 3'])
    expect(await books('year', { who: limited })).toEqual(['1999 1', '1985 1', '1984 1'])
  })
})
