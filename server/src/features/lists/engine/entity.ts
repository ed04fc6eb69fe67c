import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Viewer } from '../../../kernel/viewer'
import type { FieldSql, Sort, SortField } from '../filters'
import type { Listed } from '../words'
import type { ListStatement, ListValues } from './list-query'

/** What the list engine has to know of a noun: where its rows are, who sees them, and by what they are found and sorted. */
export interface Entity {
  /** Has one row for each item, with the key `pk`. */
  readonly table: string
  /** The rows that lists show, and who of all may see them. */
  readonly live: RawBuilder<SqlBool>
  readonly visible: (viewer: Viewer) => Expression<SqlBool>
  /** Columns by which a list is narrowed to one library, series or the like; `library` may be kept from choosing an index. */
  readonly scopes: Readonly<Record<string, RawBuilder<unknown>>>
  readonly fields: (userPk: number) => Readonly<Record<string, FieldSql>>
  readonly sorts: Readonly<Record<string, SortField>>
  readonly defaultSort: Sort
  /** Other tables that a sort needs: what follows the list in `from`. */
  readonly joins?: Readonly<Record<string, (statement: ListStatement, p: ListValues) => SortJoin>>
  /** Parts of all rows that have a name. */
  readonly subsets?: Readonly<Record<string, Subset>>
  /** What each user has read of it; left out where nobody reads it. */
  readonly progress?: Progress
  /** A list that a person has put in order; left out where there is none. */
  readonly members?: Members
  /** The index of words; left out where there is none. */
  readonly words?: Words
  /** How many rows there are without a filter, where the database has the number; null where they have to be counted. */
  readonly total?: (statement: ListStatement) => Promise<number | null>
  /** From so many rows on SQLite is kept from sorting those of whole libraries. */
  readonly many?: number
}

interface SortJoin {
  readonly from: RawBuilder<unknown>
  readonly where?: RawBuilder<SqlBool>
}

export interface Subset {
  /** Shows what is not live, too. */
  readonly isHiddenToo?: boolean
  /** Only what the viewer has opened: it is found by their progress. */
  readonly isOpened?: boolean
  readonly where?: (userPk: number) => RawBuilder<SqlBool>
}

export interface Progress {
  readonly table: string
  /** The key of the item, and when its user last read it; the user is in `user_pk`. */
  readonly item: string
  readonly readAt: string
  /** Fields of conditions that say what the viewer has read. */
  readonly fields: ReadonlySet<string>
}

/** A table with one row for each member of a list; its place in it is a column that `sorts` names. */
export interface Members {
  readonly table: string
  /** Columns: the list, and the key of the item. */
  readonly list: string
  readonly item: string
}

export interface Words {
  readonly table: Listed
  /** More rows with some words are not sorted by how well they fit. */
  readonly mostSorted: number
  /** How many rows have the words, where that is counted sooner than by looking at each; null where it is not. */
  readonly count?: (statement: ListStatement) => Promise<number | null>
}
