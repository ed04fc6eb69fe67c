import { fieldsOfReader } from '@octavo/contract/fields'
import { BOOK_LIST_FIELDS } from '@octavo/contract/list-fields'
import { type SqlBool, sql } from 'kysely'
import { countList, type Entity, type list } from '../../lists/engine'
import { counting } from '../../lists/words'
import { libraryScope, seriesScope, visible } from '../../people/access'
import { scoresOf } from '../external'
import { isWanted, libraryTotal } from '../items'
import { BOOK_FIELD_SQL, BOOK_SORTS } from './book-fields'
import { IN_PROGRESS, ON_DECK, OPENED } from './reading-shelves'

/** The list entity of books. */
export const BOOKS: Entity = {
  noun: 'Book',
  table: 'books',
  merging: 'books',
  live: sql`not books.deleted`,
  visible: viewer => visible(viewer, 'books.library_pk'),
  scopes: {
    series: { column: sql`books.series_pk`, field: 'seriesId', find: seriesScope },
    library: { column: sql`books.library_pk`, field: 'libraryId', find: libraryScope },
  },
  fieldKinds: BOOK_LIST_FIELDS,
  fields: BOOK_FIELD_SQL,
  sorts: BOOK_SORTS,
  defaultSort: [{ field: 'title', direction: 'asc' }],
  joins: {
    series: ({ reader, query }, p) => ({
      from: sql`inner join series on series.pk = books.series_pk`,
      // Repeated for the series, so that its order index can be used.
      ...(query.scope.library !== undefined && {
        where: sql<SqlBool>`${reader.dialect.kind === 'sqlite' ? sql`+` : sql``}series.library_pk = ${p.in_library}`,
      }),
    }),
  },
  subsets: {
    'deleted too': { isHiddenToo: true, where: sql`books.merged_into_pk is null` },
    opened: OPENED,
    'in progress': IN_PROGRESS,
    'on deck': ON_DECK,
  },
  scores: {
    ...scoresOf('book_pk'),
    progress: userPk => sql`(select book_pk as item_pk, updated_at as value from read_progress
      where user_pk = ${userPk})`,
  },
  progress: { table: 'read_progress', item: 'book_pk', fields: fieldsOfReader(BOOK_LIST_FIELDS) },
  marked: userPk => isWanted('books', userPk),
  words: { table: 'books', count: countOfWords },
  // A series is soon counted.
  total: statement => (statement.query.scope.series === undefined ? libraryTotal(statement, 'books') : null),
}

/** For one word, PostgreSQL counts by series, plus the few books with words beyond their series. */
async function countOfWords(statement: list.ListStatement): Promise<number | null> {
  const { viewer, query } = statement
  const beyond = counting.beyondSeries(query.text)
  if (beyond === null) return null
  return countList(
    statement,
    'count by series',
    p => {
      const seen = (table: 'books' | 'series') => {
        const isSeen = visible(viewer, `${table}.library_pk`)
        const column = sql.ref(`${table}.library_pk`)
        return query.scope.library === undefined ? isSeen : sql<SqlBool>`${isSeen} and ${column} = ${p.in_library}`
      }
      return counting.countBySeries(p, { series: seen('series'), books: seen('books') })
    },
    { beyond },
  )
}
