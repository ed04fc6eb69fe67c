import { type SqlBool, sql } from 'kysely'
import { pathStart, type Reader, runPrepared } from '../../../db'
import { areEditions, datedFile } from '../../../naming/editions.rules'

/** Files read for each book: few have other editions at all. */
const MOST = 20

interface BookFile {
  readonly pk: number
  readonly folder_pk: number
  /** Below its folder. */
  readonly path: string
}

/** Another edition of a book: a live file of its folder that differs in the year only. */
export interface OtherEdition {
  readonly pk: number
  readonly analyzed: boolean
}

/** The other editions of some books, by key; a book without any is not in the answer. */
export async function otherEditions(
  reader: Reader,
  books: readonly BookFile[],
): Promise<ReadonlyMap<number, readonly OtherEdition[]>> {
  const dated = books.flatMap(({ pk, folder_pk, path }) => {
    const file = datedFile(path)
    return file ? [{ pk, folder_pk, path, file }] : []
  })
  if (dated.length === 0) return new Map()
  interface Row extends OtherEdition {
    readonly of: number
    readonly path: string
  }
  // The character after the opening bracket ends the range; a space is before both.
  const ranges = dated.map(({ pk, folder_pk, file: { start } }) => ({ pk, folder_pk, first: start, last: `${start})` }))
  const values = { ranges: JSON.stringify(ranges), limit: MOST * ranges.length }
  const rows = await runPrepared<Row, typeof values>(reader, 'naming.editions', values, (p, query) =>
    query
      .selectFrom(
        reader.dialect
          .jsonRows<{ pk: number; folder_pk: number; first: string; last: string }>(p.ranges, {
            ...({ pk: 'bigint', folder_pk: 'bigint' } as const),
            ...({ first: 'text', last: 'text' } as const),
          })
          .as('dated'),
      )
      .innerJoin('books', 'books.folder_pk', 'dated.folder_pk')
      .select(['dated.pk as of', 'books.pk', 'books.path', 'books.analyzed'])
      .where(sql<SqlBool>`not books.deleted and books.pk <> dated.pk`)
      .where(sql<SqlBool>`books.path > dated.first and books.path < dated.last
        and ${pathStart(sql.ref('books.path'))} >= ${pathStart(sql.ref('dated.first'))}
        and ${pathStart(sql.ref('books.path'))} <= ${pathStart(sql.ref('dated.last'))}`)
      .limit(p.limit),
  )
  const found = new Map<number, OtherEdition[]>()
  for (const { pk, path, file } of dated) {
    const others = rows.filter(row => row.of === pk && row.path !== path && areEditions(file, datedFile(row.path)))
    if (others.length > 0) found.set(pk, others)
  }
  return found
}
