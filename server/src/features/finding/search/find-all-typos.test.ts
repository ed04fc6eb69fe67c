import { expect, setDefaultTimeout, test } from 'bun:test'
import { SEARCH_KINDS } from '@octavo/contract/search'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { saveBookFacets, sumUpFacets } from '../../catalogue/facets'
import { findAll } from './find-all'

setDefaultTimeout(60_000)

const LETTERS = [...'abcdefghijklmnop']

forEachDatabase('a search with a typing error', database => {
  test('finds titles and names however many hidden words are nearer to it', async () => {
    const novels = await database.connection.write(async tx => {
      const add = async (libraryPk: number, title: string, author: string) => {
        const seriesPk = await insertSeries(tx, libraryPk, title)
        const bookPk = await insertBook(tx, { libraryPk, seriesPk }, title)
        await saveBookFacets(tx, new Map([[bookPk, [{ kind: 'author', name: author }]]]))
        await sumUpFacets(tx, [seriesPk])
      }
      const vault = await insertLibrary(tx, 'Vault')
      const ends = LETTERS.flatMap(one => LETTERS.map(other => one + other))
      for (const end of ends) await add(vault, `Akria${end}`, `Otmoo${end}`)
      const open = await insertLibrary(tx, 'Novels')
      await add(open, 'Akira', 'Otomo')
      return open
    })
    const viewer = { ...SYSTEM_VIEWER, visibility: { kind: 'libraries', libraryPks: [novels] } } as const
    const found = async (typed: string) => {
      const kinds = await findAll(database.connection.reader, viewer, { typed, kinds: SEARCH_KINDS, limit: 8 })
      return kinds.filter(({ total }) => total > 0).map(({ kind, total }) => [kind, total])
    }
    expect(await found('akria')).toEqual([
      ['series', 1],
      ['books', 1],
    ])
    expect(await found('otmoo')).toEqual([['people', 1]])
  })
})
