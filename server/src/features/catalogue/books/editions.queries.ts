import { type RawBuilder, sql } from 'kysely'
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

interface NearFile extends OtherEdition {
  readonly path: string
}

interface Row {
  readonly pk: number
  /** JSON of files whose names begin alike; null or an empty array for none. */
  readonly near: string | null
}

/** The other editions of some books, by key; a book without any is not in the answer. */
export async function otherEditions(
  reader: Reader,
  books: readonly BookFile[],
): Promise<ReadonlyMap<number, readonly OtherEdition[]>> {
  const dated = new Map(
    books.flatMap(({ pk, folder_pk, path }) => {
      const file = datedFile(path)
      return file ? [[pk, { folder_pk, file }] as const] : []
    }),
  )
  if (dated.size === 0) return new Map()
  // A space and the opening bracket come before the closing one, which ends the range.
  const ranges = [...dated].map(([pk, { folder_pk, file }]) => {
    return { pk, folder_pk, first: file.start, last: `${file.start})` }
  })
  const rows = await runPrepared(reader, 'naming.editions', { ranges: JSON.stringify(ranges) }, p => {
    const columns = { pk: 'bigint', folder_pk: 'bigint', first: 'text', last: 'text' } as const
    const given = reader.dialect.jsonRows(p.ranges, columns)
    return sql<Row>`select dated.pk, ${nearFiles(reader)} as near from ${given} as dated`
  })
  const found = new Map<number, OtherEdition[]>()
  for (const { pk, near } of rows) {
    const own = dated.get(pk)
    if (!own || near === null) continue
    const files = JSON.parse(near) as readonly NearFile[]
    const others = files.filter(({ path }) => areEditions(own.file, datedFile(path)))
    if (others.length > 0) found.set(pk, others)
  }
  return found
}

/** One JSON text for each book: in a join, PostgreSQL may compare all books of a folder with each other. */
function nearFiles({ dialect: { json } }: Reader): RawBuilder<string | null> {
  const path = sql.ref('books.path')
  const file = json.object({
    ...{ pk: sql.ref('near.pk'), path: sql.ref('near.path') },
    analyzed: json.boolean(sql.ref('near.analyzed')),
  })
  return sql`(select ${json.texts(file, sql.ref('near.pk'))} from (
    select books.pk, books.path, books.analyzed from books
    where books.folder_pk = dated.folder_pk and books.path > dated.first and books.path < dated.last
      and ${pathStart(path)} >= ${pathStart(sql.ref('dated.first'))}
      and ${pathStart(path)} <= ${pathStart(sql.ref('dated.last'))}
      and not books.deleted and books.pk <> dated.pk
    limit ${sql.lit(MOST)}) as near)`
}
