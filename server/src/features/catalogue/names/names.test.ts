// Names of a large library, and changes of names while others write them.
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Connection } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { insertBook, insertLibrary, insertSeries } from '../../../db/testing-rows'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import { facetPages, saveBookFacets, sumUpFacets } from '../facets'
import { applyName } from './apply-names'
import { mergeNames, updateName } from './change-names'

setDefaultTimeout(60_000)

const now = () => 1_000
const tasks = { notify: () => {} }

let made = 0

async function library({ write }: Connection, books: number) {
  return write(async tx => {
    const libraryPk = await insertLibrary(tx, `Comics ${++made}`)
    const seriesPk = await insertSeries(tx, libraryPk, `Akira ${made}`)
    const pks: number[] = []
    for (let n = 0; n < books; n++) pks.push(await insertBook(tx, { libraryPk, seriesPk }, `Akira ${made} ${n}`))
    await tx.run('update series set book_count = 1', [])
    return { seriesPk, pks }
  })
}

async function idOf({ reader }: Connection, kind: string, name: string): Promise<string> {
  const key = facetPages.facetKey(name)
  return (await facetPages.facetsByName(reader, kind, [key])).get(key)?.id ?? ''
}

forEachDatabase('names', database => {
  test('that scans write while they are merged end as one, and none is lost', async () => {
    const { connection } = database
    const { write, reader } = connection
    const { seriesPk, pks } = await library(connection, 40)
    await write(tx => saveBookFacets(tx, new Map([[pks[0] ?? 0, [{ kind: 'tag', name: 'Robots' }]]])))
    await write(tx => saveBookFacets(tx, new Map([[pks[1] ?? 0, [{ kind: 'tag', name: 'Mecha' }]]])))
    await write(tx => sumUpFacets(tx, [seriesPk]))
    const at = { kind: 'tag', facet_id: await idOf(connection, 'tag', 'Robots') }
    const scan = async (pk: number) => {
      await write(tx => saveBookFacets(tx, new Map([[pk, [{ kind: 'tag', name: 'MECHA' }]]])))
      await write(tx => sumUpFacets(tx, [seriesPk]))
    }
    const merge = mergeNames({ reader, write, now, tasks }, SYSTEM_VIEWER, at, {
      facetIds: [await idOf(connection, 'tag', 'Mecha')],
    })
    await Promise.all([...pks.slice(1).map(scan), merge])
    const rows = await reader.query
      .selectFrom('book_facets')
      .innerJoin('facets', 'facets.pk', 'book_facets.facet_pk')
      .select(['facets.name', 'book_facets.book_pk'])
      .orderBy('book_facets.book_pk')
      .execute()
    expect(rows).toEqual(pks.map(book_pk => ({ name: 'Robots', book_pk })))
    expect([...(await facetPages.facetIndex(reader, SYSTEM_VIEWER, 'tag')).counts]).toEqual([1])
  })

  test('of more books than fit into one transaction change by a task, in idempotent steps', async () => {
    const { connection } = database
    const { write, reader } = connection
    const { seriesPk, pks } = await library(connection, 320)
    await write(tx => saveBookFacets(tx, new Map(pks.map(pk => [pk, [{ kind: 'genre', name: 'Sea' }]]))))
    await write(tx => saveBookFacets(tx, new Map([[pks[0] ?? 0, [{ kind: 'genre', name: 'Ocean' }]]])))
    await write(tx => sumUpFacets(tx, [seriesPk]))
    const deps = { reader, write, now, tasks }
    const at = { kind: 'genre', facet_id: await idOf(connection, 'genre', 'Ocean') }
    const { taskId } = await mergeNames(deps, SYSTEM_VIEWER, at, { facetIds: [await idOf(connection, 'genre', 'Sea')] })
    expect(taskId).not.toBeNull()
    let steps = 0
    const apply = () =>
      applyName(
        step => {
          steps++
          return write(step)
        },
        { kind: at.kind, id: at.facet_id },
        { removes: false, now },
      )
    await apply()
    await apply()
    expect(steps).toBeGreaterThan(8)
    const facets = await reader.query
      .selectFrom('book_facets')
      .select('facet_pk')
      .distinct()
      .where('book_pk', 'in', pks)
      .execute()
    expect(facets).toHaveLength(1)
    await updateName(deps, SYSTEM_VIEWER, at, { name: 'Oceans' })
    expect(await idOf(connection, 'genre', 'sea')).toBe(at.facet_id)
  })

  test('are in order and counted at any number, in steps', async () => {
    const { connection } = database
    const { write, reader } = connection
    const { seriesPk, pks } = await library(connection, 1)
    const facets = Array.from({ length: 20_000 }, (_, n) => ({ kind: 'character', name: `Tag ${n}` }) as const)
    await write(tx => saveBookFacets(tx, new Map([[pks[0] ?? 0, facets]])))
    await write(tx => sumUpFacets(tx, [seriesPk]))
    const began = performance.now()
    const index = await facetPages.facetIndex(reader, SYSTEM_VIEWER, 'character')
    console.log(`  20,000 names in order after ${Math.round(performance.now() - began)} ms`)
    expect(index.pks).toHaveLength(20_000)
    const last = await facetPages.facetsByKeys(reader, SYSTEM_VIEWER, [...index.pks.subarray(19_998)])
    expect(last.map(({ name, book_count }) => [name, book_count])).toEqual([
      ['Tag 19998', 1],
      ['Tag 19999', 1],
    ])
    expect((await facetPages.facetsWith(reader, index, 'character', 'ag 1999')).pks).toHaveLength(11)
  })

  test('differ only by visible characters, and an invisible one is no name', async () => {
    const { connection } = database
    const { write, reader } = connection
    const { seriesPk, pks } = await library(connection, 1)
    const given = [
      'Élan',
      'ELAN',
      'ｅｌａｎ',
      'El\u200ban',
      ' el\u00adan ',
      '\u200b',
      '\u0301',
      '👩‍🚀',
      'שלום',
      '\u202eגל\u202c',
      `x${'y'.repeat(60_000)}`,
    ]
    await write(tx =>
      saveBookFacets(tx, new Map([[pks[0] ?? 0, given.map(name => ({ kind: 'team', name }) as const)]])),
    )
    await write(tx => sumUpFacets(tx, [seriesPk]))
    const { pks: listed } = await facetPages.facetIndex(reader, SYSTEM_VIEWER, 'team')
    const names = (await facetPages.facetsByKeys(reader, SYSTEM_VIEWER, [...listed])).map(({ name }) => name)
    expect(names.map(name => name.slice(0, 10)).toSorted()).toEqual(
      ['Élan', '👩‍🚀', 'שלום', 'גל', 'xyyyyyyyyy'].toSorted(),
    )
    expect(Math.max(...names.map(name => Buffer.byteLength(name)))).toBeLessThanOrEqual(1_000)
  })
})
