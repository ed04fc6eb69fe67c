import { sql } from 'kysely'
import { type Reader, runPrepared } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visibleLists } from './curated-lists.queries'
import { COLLECTION, type KindName, READ_LIST } from './kind'

/** Names of visible manual lists that contain series or books, by the keys of these. */
export async function listNames(
  reader: Reader,
  viewer: Viewer,
  of: KindName,
  itemPks: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const kind = of === 'collection' ? COLLECTION : READ_LIST
  const { members, column } = kind
  const lists = await visibleLists(reader, viewer, kind)
  const values = { lists: JSON.stringify(lists.map(({ pk }) => pk)), items: JSON.stringify(itemPks) }
  const rows = await runPrepared<{ item: number; list: number }, typeof values>(
    reader,
    `curated lists|${members} names`,
    values,
    p => sql`select ${sql.ref(`member.${column}`)} as item, member.list_pk as list from ${sql.table(members)} as member
      where ${reader.dialect.isKeyOf(sql.ref(`member.${column}`), p.items)}
        and ${reader.dialect.isKeyOf(sql.ref('member.list_pk'), p.lists)}`,
  )
  const held = Map.groupBy(rows, row => row.item)
  return new Map(
    [...held].map(([item, of]) => {
      const among = new Set(of.map(({ list }) => list))
      return [item, lists.filter(({ pk }) => among.has(pk)).map(({ name }) => name)]
    }),
  )
}
