import { sql } from 'kysely'
import { countList, type list } from '../../lists/engine'
import { isPartial, visible, visibleCounts } from '../../people/access'

/** Libraries store their totals; for partial viewers they are counted. */
export async function libraryTotal(statement: list.ListStatement, counted: 'books' | 'series'): Promise<number> {
  const { reader, viewer, query } = statement
  const { library } = query.scope
  if (isPartial(viewer)) {
    const counts = await visibleCounts(reader, viewer)
    return counts.reduce(
      (sum, row) => sum + (library === undefined || row.library_pk === library ? row[counted] : 0),
      0,
    )
  }
  const column = { books: 'book_count', series: 'series_count' }[counted]
  return countList(statement, 'stored total', p => {
    const isOne = library === undefined ? sql`` : sql`and libraries.pk = ${p.in_library}`
    return sql`select cast(sum(${sql.ref(column)}) as bigint) as total from libraries
      where ${visible(viewer, 'libraries.pk')} ${isOne}`
  })
}
