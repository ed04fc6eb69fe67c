import { expect, test } from 'bun:test'
import { forEachDatabase } from '../../db/testing'
import { insertLibrary } from '../../db/testing-rows'
import { keptList } from './kept'

const ROWS = 400_000
/** Rows before this one have no value: none is found from one of them on. */
const unknownBefore = (unknown: number) => {
  const asked: number[] = []
  const read = async ({ limit, offset }: { limit: number; offset: number }, anchorPk?: number) => {
    asked.push(offset)
    if (anchorPk !== undefined && anchorPk < unknown) return []
    const from = (anchorPk ?? 0) + offset
    return Array.from({ length: Math.max(0, Math.min(limit, ROWS - from)) }, (_, at) => ({ pk: from + at }))
  }
  return { asked, read }
}

forEachDatabase('places that are kept', database => {
  test.each([0, 3000, 150_000])(
    'lead to the same pages, with %i rows without a value before the others',
    async unknown => {
      const { reader } = database.connection
      const list = await keptList(reader, 'catalogue', `${unknown} unknown`)
      const { asked, read } = unknownBefore(unknown)
      for (const offset of [70_000, 1000, 390_000, 200_000, 69_000, 204_999, 399_990, 0, 151_000, 160_000]) {
        asked.length = 0
        const rows = await list?.page('title asc', { limit: 20, offset }, read)
        const length = Math.min(20, ROWS - offset)
        expect(rows?.map(({ pk }) => pk)).toEqual(Array.from({ length }, (_, at) => offset + at))
        expect(asked.length).toBeLessThanOrEqual(502)
      }
    },
  )

  test('on SQLite the way is gone once', async () => {
    const { reader } = database.connection
    const list = await keptList(reader, 'catalogue', 'once')
    const { asked, read } = unknownBefore(0)
    const stepped = async (offset: number) => {
      asked.length = 0
      await list?.page('title asc', { limit: 20, offset }, read)
      return asked.reduce((sum, each) => sum + each, 0)
    }
    expect(await stepped(300_000)).toBe(300_000)
    const later = [await stepped(150_000), await stepped(299_000), await stepped(20_000)]
    expect(Math.max(...later) <= 1000).toBe(reader.dialect.kind === 'sqlite')
  })

  test('first pages are kept by order and length, the longest ones not, until something is written', async () => {
    const { reader, write } = database.connection
    const asked: string[] = []
    const first = async (order: string, pageSize: number) => {
      const list = await keptList(reader, 'catalogue', 'first pages')
      const rows = await list?.first(order, pageSize, async () => {
        asked.push(`${order} ${pageSize}`)
        return Array.from({ length: pageSize }, (_, pk) => ({ pk }))
      })
      expect(rows?.map(({ pk }) => pk)).toEqual(Array.from({ length: pageSize }, (_, at) => at))
      return asked.splice(0)
    }
    expect(await first('title', 3)).toEqual(['title 3'])
    expect(await first('title', 3)).toEqual([])
    expect([await first('title', 2), await first('number', 3)]).toEqual([['title 2'], ['number 3']])
    expect([await first('title', 101), await first('title', 101)]).toEqual([['title 101'], ['title 101']])
    for (let order = 0; order < 19; order++) await first(`order ${order}`, 1)
    expect([await first('number', 3), await first('title', 3)]).toEqual([[], ['title 3']])
    await write(tx => insertLibrary(tx, 'Comics'))
    expect([await first('number', 3), await first('number', 3)]).toEqual([['number 3'], []])
  })

  test('who asks at once shares what is kept', async () => {
    const { reader } = database.connection
    const both = await Promise.all([keptList(reader, 'catalogue', 'at once'), keptList(reader, 'catalogue', 'at once')])
    expect([await both[0]?.total(async () => 1), await both[1]?.total(async () => 2)]).toEqual([1, 1])
  })
})
