import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import type { Reader } from '../../../db'
import { forEachDatabase } from '../../../db/testing'
import { SYSTEM_VIEWER } from '../../../kernel/viewer'
import type { Sort } from '../filters'
import { pageFromCursor } from './cursors'
import type { Entity, ListStatement } from './entity'

const ROWS = 400_000
/** Rows before this one have a null sort value: cursors cannot be used from them on. */
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

/** A separate list. */
function listOf(reader: Reader, subset: string): ListStatement {
  const sort: Sort = [{ field: 'title', direction: 'asc' }]
  const entity: Entity = {
    noun: 'Book',
    table: 'books',
    live: sql`1 = 1`,
    visible: () => sql`1 = 1`,
    scopes: {},
    fieldKinds: {},
    fields: {},
    sorts: {},
    defaultSort: sort,
    subsets: { [subset]: {} },
  }
  return { reader, viewer: SYSTEM_VIEWER, entity, query: { scope: {}, subset, sort, page: 1, pageSize: 1 } }
}

forEachDatabase('cursors', database => {
  test.each([0, 3000, 150_000])(
    'lead to the same pages, with %i rows without a value before the others',
    async unknown => {
      const { reader } = database.connection
      const list = listOf(reader, `${unknown} unknown`)
      const { asked, read } = unknownBefore(unknown)
      for (const offset of [70_000, 1000, 390_000, 200_000, 69_000, 204_999, 399_990, 0, 151_000, 160_000]) {
        asked.length = 0
        const rows = await pageFromCursor(list, 'title asc', { limit: 20, offset }, read)
        const length = Math.min(20, ROWS - offset)
        expect(rows.map(({ pk }) => pk)).toEqual(Array.from({ length }, (_, at) => offset + at))
        expect(asked.length).toBeLessThanOrEqual(4)
      }
    },
  )

  test('pages behind a cursor skip the rows from it on only', async () => {
    const { reader } = database.connection
    const list = listOf(reader, 'once')
    const { asked, read } = unknownBefore(0)
    const skipped = async (offset: number) => {
      asked.length = 0
      await pageFromCursor(list, 'title asc', { limit: 20, offset }, read)
      return asked.reduce((sum, each) => sum + each, 0)
    }
    expect(await skipped(300_000)).toBe(300_000)
    expect(await skipped(300_500)).toBe(500)
    expect(await skipped(310_020)).toBe(10_020)
    expect(await skipped(150_000)).toBe(150_000)
    expect(await skipped(151_000)).toBe(1000)
  })
})
