import { beforeAll, expect, test } from 'bun:test'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { searchText } from '../../../kernel/search-words'
import { foldedOrNull, sortKey } from '../../../kernel/text'
import { SYSTEM_VIEWER, type Viewer } from '../../../kernel/viewer'
import { BOOK_ROW } from '../../catalogue/books'
import { refreshSeries, SERIES_ROW } from '../../catalogue/series'
import { selectPage } from '../engine'
import { parseText } from './text-search'

const TITLES = [
  'Akira 1',
  'Akira 2',
  'The Art of Akira',
  'Neon Genesis Evangelion',
  'Batman: Year One',
  '進撃の巨人 1',
  'Señor Élan',
  "L'Œuvre",
]

forEachDatabase('searching for words', database => {
  let comics = 0
  let novels = 0
  let akiraPk = 0
  let limited: Viewer

  beforeAll(async () => {
    await database.connection.write(async tx => {
      comics = await insertLibrary(tx, 'Comics')
      novels = await insertLibrary(tx, 'Novels')
      limited = { ...SYSTEM_VIEWER, visibility: { kind: 'libraries', libraryPks: [novels] } }
      for (const title of TITLES) {
        const seriesPk = await insertSeries(tx, comics, title)
        const pk = await insertBook(tx, { libraryPk: comics, seriesPk }, title)
        if (title === 'Akira 1') akiraPk = pk
      }
      const seriesPk = await insertSeries(tx, novels, 'Akira the novel')
      await insertBook(tx, { libraryPk: novels, seriesPk }, 'Akira the novel')
    })
  })

  const books = async (typed: string, as: Viewer = SYSTEM_VIEWER, libraryPk?: number) => {
    const sort = [{ field: 'relevance', direction: 'asc' }] as const
    const question = { text: parseText(typed), sort, page: 1, pageSize: 50, scope: { library: libraryPk } }
    const { rows, total } = await selectPage(database.connection.reader, as, BOOK_ROW, question)
    expect(total).toBe(rows.length)
    return rows.map(row => row.title)
  }
  const series = async (typed: string) => {
    const sort = [{ field: 'relevance', direction: 'asc' }] as const
    const question = { text: parseText(typed), sort, page: 1, pageSize: 50 }
    return (await selectPage(database.connection.reader, SYSTEM_VIEWER, SERIES_ROW, question)).rows.map(
      row => row.title,
    )
  }

  test('finds beginnings of words in any order, titles with that start first', async () => {
    expect(await books('akira')).toEqual(['Akira 1', 'Akira 2', 'Akira the novel', 'The Art of Akira'])
    expect(await books('one bat')).toEqual(['Batman: Year One'])
    expect(await books('senor ELAN')).toEqual(['Señor Élan'])
    expect(await series('aki')).toEqual(['Akira 1', 'Akira 2', 'Akira the novel', 'The Art of Akira'])
  })

  test('finds letters by their usual spelling', async () => {
    expect(await books('oeuvre')).toEqual(["L'Œuvre"])
    expect(await series('OEUV')).toEqual(["L'Œuvre"])
    expect(await books('evangelıon')).toEqual(['Neon Genesis Evangelion'])
  })

  test('finds any part of a text without spaces', async () => {
    expect(await books('の巨')).toEqual(['進撃の巨人 1'])
    expect(await books('巨')).toEqual(['進撃の巨人 1'])
    expect(await books('巨の')).toEqual([])
  })

  test('finds a word with a typo, or a part of one, when nothing has the word itself', async () => {
    expect(await books('akria 2')).toEqual(['Akira 2'])
    expect(await books('evangleion')).toEqual(['Neon Genesis Evangelion'])
    expect(await books('atman')).toEqual(['Batman: Year One'])
    expect(await series('genesys')).toEqual(['Neon Genesis Evangelion'])
    expect(await books('zzzzzz')).toEqual([])
    expect(await books('akria', limited)).toEqual(['Akira the novel'])
  })

  test('finds a word with a typo however many hidden words are nearer to it', async () => {
    const letters = [...'abcdefghijklmnop']
    const near = letters.flatMap(one => letters.map(other => `Akria${one}${other}`))
    await database.connection.write(async tx => {
      const vault = await insertLibrary(tx, 'Vault')
      for (const title of near.concat(near.map(each => `Aka${each}`))) {
        await insertBook(tx, { libraryPk: vault, seriesPk: await insertSeries(tx, vault, title) }, title)
      }
    })
    const rated = { kind: 'series', libraryPks: [novels], sharing: null, age: { limit: 12, unrated: true } } as const
    for (const viewer of [limited, { ...limited, visibility: rated }]) {
      expect(await books('akria', viewer)).toEqual(['Akira the novel'])
      const text = parseText('akria')
      const found = await selectPage(database.connection.reader, viewer, SERIES_ROW, {
        ...{ text, sort: [{ field: 'relevance', direction: 'asc' }], page: 1, pageSize: 50 },
      })
      expect(found.rows.map(row => row.title)).toEqual(['Akira the novel'])
    }
    await database.connection.write(tx => tx.query.deleteFrom('libraries').where('name', '=', 'Vault').execute())
  })

  test('finds visible items only, and only in the requested library', async () => {
    expect(await books('akira', limited)).toEqual(['Akira the novel'])
    expect(await books('akira', SYSTEM_VIEWER, novels)).toEqual(['Akira the novel'])
    expect(await books('akira', limited, comics)).toEqual([])
    expect(await books('batman', { ...limited, visibility: { kind: 'libraries', libraryPks: [] } })).toEqual([])
    // The word that marks a row's library cannot be typed.
    expect(await books(`§${comics}`, limited)).toEqual([])
  })

  test('finds a book by the title of its series and its number, in any order', async () => {
    const { write } = database.connection
    const [seriesPk, ...pks] = await write(async tx => {
      const seriesPk = await insertSeries(tx, comics, 'Naruto', { search_text: searchText('Naruto', 'ナルト') })
      const book = (title: string, numbers: object) =>
        insertBook(tx, { libraryPk: comics, seriesPk }, title, { ...numbers, search_text: searchText(title) })
      return [
        seriesPk,
        await book('The Great Escape', { number: 12, volume: 12 }),
        await book('Sea of Trees', { number: 1.5, volume: 3 }),
        await book('Home', { number: null, chapter: 120 }),
      ]
    })
    expect(await books('naruto 12')).toEqual(['Home', 'The Great Escape'])
    expect(await books('12 NARUTO escape')).toEqual(['The Great Escape'])
    expect(await books('naruto 1.5')).toEqual(['Sea of Trees'])
    expect(await books('naruto 3')).toEqual(['Sea of Trees'])
    expect(await books('ナルト')).toEqual(['Home', 'Sea of Trees', 'The Great Escape'])
    expect(await books('naruto', limited)).toEqual([])

    const words = searchText('Boruto')
    await write(async tx => {
      await tx.query
        .updateTable('series')
        .set({ search_text: words })
        .where('pk', '=', seriesPk ?? 0)
        .execute()
    })
    expect([await books('naruto 12'), await books('boruto sea')]).toEqual([[], ['Sea of Trees']])
    await write(async tx => {
      const ofBook = tx.query.updateTable('books').where('pk', '=', pks[0] ?? 0)
      await ofBook.set({ number: 13, volume: 13 }).execute()
    })
    expect([await books('boruto 13'), await books('boruto 12')]).toEqual([['The Great Escape'], ['Home']])
    const akiraPk = (
      await database.connection.reader.run<{ pk: number }>("select pk from series where title = 'Akira 1'", [])
    )[0]?.pk
    await write(async tx => {
      await tx.query
        .updateTable('books')
        .set({ series_pk: akiraPk ?? 0 })
        .where('pk', '=', pks[0] ?? 0)
        .execute()
    })
    expect([await books('boruto 13'), await books('akira 13')]).toEqual([[], ['The Great Escape']])
    await write(async tx => {
      await tx.query.deleteFrom('books').where('pk', 'in', pks).execute()
      await refreshSeries(tx, [seriesPk ?? 0], 0)
    })
    expect(await books('boruto')).toEqual([])
  })

  test('reflects the row at once, and a rolled back change not at all', async () => {
    const rename = (title: string) =>
      database.connection.write(async tx => {
        await tx.query
          .updateTable('books')
          .set({ title, title_folded: foldedOrNull(title), sort_key: sortKey(title), search_text: searchText(title) })
          .where('pk', '=', akiraPk)
          .execute()
        if (title === 'Domu') throw new Error('taken back')
      })
    await rename('Memories')
    // Its series still has the name.
    expect([await books('memories'), await books('akira 1')]).toEqual([['Memories'], ['Memories']])
    await expect(rename('Domu')).rejects.toThrow('taken back')
    expect([await books('domu'), await books('memories')]).toEqual([[], ['Memories']])
    await database.connection.write(async tx => {
      await tx.query.updateTable('books').set({ deleted: true }).where('pk', '=', akiraPk).execute()
    })
    expect(await books('memories')).toEqual([])
    await database.connection.write(async tx => {
      await tx.query.updateTable('books').set({ deleted: false }).where('pk', '=', akiraPk).execute()
      const folder = tx.query.selectFrom('library_folders').select('pk').where('library_pk', '=', novels)
      const place = { library_pk: novels, folder_pk: folder }
      await tx.query.updateTable('books').set(place).where('pk', '=', akiraPk).execute()
    })
    expect(await books('memories', limited)).toEqual(['Memories'])
    await database.connection.write(async tx => {
      await tx.query.deleteFrom('libraries').where('pk', '=', novels).execute()
    })
    expect([await books('memories'), await books('novel')]).toEqual([[], []])
  })
})
