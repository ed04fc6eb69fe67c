import type { MetricsDto } from '@octavo/contract/metric'
import { sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { allLibraries } from '../../catalogue/libraries'
import { visible } from '../../people/access'

/** Totals for the viewer; nothing of the server as a whole for people who see a part. Counts are stored; sizes and pages are summed from a covering index. */
export async function inventory(reader: Reader, viewer: Viewer): Promise<MetricsDto> {
  const [libraries, sizes, { userCount, databaseSize }] = await Promise.all([
    allLibraries(reader, viewer),
    bookSizes(reader, viewer),
    viewer.visibility.kind === 'all' ? serverSizes(reader) : { userCount: 0, databaseSize: 0 },
  ])
  const sizeOf = new Map(sizes.map(row => [row.library_pk, row]))
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
  return {
    libraryCount: libraries.length,
    seriesCount: sum(libraries.map(library => library.series_count)),
    bookCount: sum(libraries.map(library => library.book_count)),
    totalBookSize: sum(sizes.map(row => row.bytes)),
    userCount,
    databaseSize,
    pageCount: sum(sizes.map(row => row.pages)),
    libraries: libraries.map(library => ({
      id: library.id,
      name: library.name,
      seriesCount: library.series_count,
      bookCount: library.book_count,
      totalSize: sizeOf.get(library.pk)?.bytes ?? 0,
    })),
  }
}

function bookSizes(reader: Reader, viewer: Viewer) {
  return reader.query
    .selectFrom('books')
    .select([
      'library_pk',
      sql<number>`cast(sum(file_size) as bigint)`.as('bytes'),
      sql<number>`cast(sum(page_count) as bigint)`.as('pages'),
    ])
    .where(sql<boolean>`not deleted`)
    .where(visible(viewer, 'books.library_pk'))
    .groupBy('library_pk')
    .execute()
}

async function serverSizes(reader: Reader): Promise<{ userCount: number; databaseSize: number }> {
  const { rows } = await sql<{ users: number; bytes: number }>`
    select (select count(*) from users) as users, ${reader.dialect.databaseSize} as bytes
  `.execute(reader.query)
  return { userCount: rows[0]?.users ?? 0, databaseSize: rows[0]?.bytes ?? 0 }
}
