import type { Permission } from '@octavo/contract/access'
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import type { Condition, FieldKind, FieldSql, Sort, SortField } from '../filters'
import type { Listed, TextQuery, TextValues } from '../words'

/** What is needed to read rows of a noun by their keys. */
export interface RowSource {
  /** Has one row for each item, with the key `pk`. */
  readonly table: string
  /** Who may see which rows. */
  readonly visible: (viewer: Viewer) => Expression<SqlBool>
  /** What each user has read of it; left out where nobody reads it. */
  readonly progress?: Progress
  /** Rows that have something of the viewer's own besides progress. */
  readonly marked?: (userPk: unknown) => RawBuilder<SqlBool>
}

/** What the list engine has to know of a noun: where its rows are, who sees them, and by what they are found and sorted. */
export interface Entity extends RowSource {
  /** As a person calls it, in the message of a 404. */
  readonly noun: string
  /** The rows that lists show. */
  readonly live: RawBuilder<SqlBool>
  /** Columns by which a list is narrowed to one library, series or the like; no index may be chosen by `library`. */
  readonly scopes: Readonly<Record<string, Scope>>
  /** What conditions may ask, and who may ask it. */
  readonly fieldKinds: Readonly<Record<string, FieldKind>>
  readonly guards?: Readonly<Record<string, Permission>>
  readonly fields: Readonly<Record<string, FieldSql>>
  readonly sorts: Readonly<Record<string, SortField>>
  readonly defaultSort: Sort
  /** Other tables that a sort needs: what follows the list in `from`. */
  readonly joins?: Readonly<Record<string, (statement: ListStatement, p: ListValues) => SortJoin>>
  /** Values that few rows have, and that lists are sorted by: the names are those that sorts are joined by. */
  readonly scores?: Readonly<Record<string, ScoreRows>>
  /** Named parts of all rows. */
  readonly subsets?: Readonly<Record<string, Subset>>
  /** A list that a person has put in order; left out where there is none. */
  readonly members?: Members
  /** The index of words; left out where there is none. */
  readonly words?: Words
  /** How many rows there are without a filter, where the database has the number; null where they have to be counted. */
  readonly total?: (statement: ListStatement) => Promise<number | null>
  /** From so many rows on SQLite must not sort those of whole libraries. */
  readonly many?: number
}

export interface Scope {
  readonly column: RawBuilder<unknown>
  /** The field of conditions that says the same. */
  readonly field: string
  /** The key of an id; one that no row has where the viewer may not see it. */
  readonly find: (reader: Reader, viewer: Viewer, id: string) => Promise<number | undefined>
}

/** A derived table with one row, of the columns `item_pk` and `value`, for each item that has a value; perhaps of one user. */
export type ScoreRows = (userPk: unknown) => RawBuilder<unknown>

interface SortJoin {
  readonly from: RawBuilder<unknown>
  readonly where?: RawBuilder<SqlBool>
}

export interface Subset {
  /** Shows what is not live, too. */
  readonly isHiddenToo?: boolean
  /** Only what the viewer has opened: it is found by their progress. */
  readonly isOpened?: boolean
  readonly where?: RawBuilder<SqlBool>
  /** Other tables that name its rows, and the order that they have there. */
  readonly source?: (statement: ListStatement, p: ListValues) => Source
  readonly order?: SortField
  /** Counts the subset sooner than by reading its rows. */
  readonly total?: (statement: ListStatement, p: ListValues) => RawBuilder<{ total: number }>
}

/** Tables that name the rows of a list; `where` ties them to the entity's own. */
export interface Source {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
}

export interface Progress {
  readonly table: string
  /** The key of the item, and when its user last read it; the user is in `user_pk`. */
  readonly item: string
  readonly readAt: string
  /** Fields of conditions that say what the viewer has read. */
  readonly fields: ReadonlySet<string>
}

/** A table with one row for each member of a list. */
export interface Members {
  readonly table: string
  /** Columns: the list, and the key of the item. */
  readonly list: string
  readonly item: string
  /** The place of a member in its list: what `OWN_ORDER` sorts by. */
  readonly order: SortField
}

/** The sort field of a list or subset that has an order of its own; requests cannot name it. */
export const OWN_ORDER = 'own order'

export interface Words {
  readonly table: Listed
  /** More rows with some words are not sorted by how well they fit. */
  readonly mostSorted: number
  /** How many rows have the words, where that is counted sooner than by looking at each; null where it is not. */
  readonly count?: (statement: ListStatement) => Promise<number | null>
}

/** A list that has been asked for and checked. */
export interface ListRequest {
  /** Ids or keys, by the name of a scope. */
  readonly scope?: Readonly<Record<string, string | number | undefined>>
  readonly subset?: string | undefined
  /** The list whose members are asked for. */
  readonly membersOf?: number | undefined
  readonly condition?: Condition | null | undefined
  readonly text?: TextQuery | null | undefined
  readonly sort?: Sort | undefined
}

export interface Page {
  /** 1-based. */
  readonly page: number
  readonly pageSize: number
}

/** Which rows of an entity, in which order, and which page of them. */
export interface ListQuery extends ListRequest, Page {
  /** Keys by the name of a scope. */
  readonly scope: Readonly<Record<string, number | undefined>>
  readonly sort: Sort
}

/** A list as its statements are made of. */
export interface ListStatement {
  readonly reader: Reader
  readonly viewer: Viewer
  readonly entity: Entity
  readonly query: ListQuery
}

/** Values of a statement about a list; `in_NAME` is the key of a scope. */
export interface ListValues extends TextValues {
  readonly userPk: number
  readonly membersOf: number
  readonly limit: number
  readonly offset: number
  readonly cursorPk: number
  readonly span: number
  readonly beyond: string
  readonly [scope: `in_${string}`]: number
  readonly [name: string]: unknown
}
