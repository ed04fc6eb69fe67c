import { type RawBuilder, sql } from 'kysely'
import { pathStart, type Reader, runPrepared } from '../../../db'
import { areEditions, editionOf } from '../../../naming/editions.rules'

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
  /** Index of the book. */
  readonly at: number
  /** JSON of files whose names begin alike; null or an empty array for none. */
  readonly near: string | null
}

/** The other editions of some books, by key, at all the places given for each; a book without any is not in the answer. */
export async function otherEditions(
  reader: Reader,
  books: readonly BookFile[],
): Promise<ReadonlyMap<number, readonly OtherEdition[]>> {
  const editions = books.flatMap(({ pk, folder_pk, path }) => {
    const edition = editionOf(path)
    return edition ? [{ pk, folder_pk, edition }] : []
  })
  if (editions.length === 0) return new Map()
  // What may follow comes before the slash, which ends the range: space, bracket, and the dot of an extension.
  const ranges = editions.map(({ pk, folder_pk, edition: { start } }, at) => {
    return { at, pk, folder_pk, first: start, last: `${start}/` }
  })
  const rows = await runPrepared(reader, 'naming.editions', { ranges: JSON.stringify(ranges) }, p => {
    const columns = { at: 'bigint', pk: 'bigint', folder_pk: 'bigint', first: 'text', last: 'text' } as const
    const given = reader.dialect.jsonRows(p.ranges, columns)
    return sql<Row>`select place.at, ${nearFiles(reader)} as near from ${given} as place`
  })
  const found = new Map<number, OtherEdition[]>()
  for (const { at, near } of rows) {
    const own = editions[at]
    if (!own || near === null) continue
    const files = JSON.parse(near) as readonly NearFile[]
    const others = files.filter(({ path }) => areEditions(own.edition, editionOf(path)))
    if (others.length > 0) found.set(own.pk, [...(found.get(own.pk) ?? []), ...others])
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
    where books.folder_pk = place.folder_pk and books.path >= place.first and books.path < place.last
      and ${pathStart(path)} >= ${pathStart(sql.ref('place.first'))}
      and ${pathStart(path)} <= ${pathStart(sql.ref('place.last'))}
      and not books.deleted and books.pk <> place.pk
    limit ${sql.lit(MOST)}) as near)`
}
