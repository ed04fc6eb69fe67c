import type { Permission } from '@octavo/contract/access'
import type { ListFieldKind } from '@octavo/contract/list-fields'
import type { Expression, RawBuilder, SqlBool } from 'kysely'
import type { Merging, Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import type { Condition, FieldSql, Sort, SortField } from '../filters'
import type { Listed, TextQuery, TextValues } from '../words'

/** What reading rows of an entity by key requires. */
export interface RowSource {
  /** Has one row per item, with the key `pk`. */
  readonly table: string
  /** Which rows a viewer may see. */
  readonly visible: (viewer: Viewer) => Expression<SqlBool>
  /** Progress of each user; absent for entities that are not read. */
  readonly progress?: Progress
  /** Rows with data of the viewer besides progress. */
  readonly marked?: (userPk: unknown) => RawBuilder<SqlBool>
}

/** Description of an entity for the list engine: its rows, their visibility, and its filters and sorts. */
export interface Entity extends RowSource {
  /** Its name in the message of a 404. */
  readonly noun: string
  /** If its rows can be merged: the id of a merged one finds the one it was merged into. */
  readonly merging?: Merging
  /** Condition of listed rows. */
  readonly live: RawBuilder<SqlBool>
  /** Columns that restrict a list to one library, series and so on. */
  readonly scopes: Readonly<Record<string, Scope>>
  /** Allowed filter fields, and who may use them. */
  readonly fieldKinds: Readonly<Record<string, ListFieldKind>>
  readonly guards?: Readonly<Record<string, Permission>>
  readonly fields: Readonly<Record<string, FieldSql>>
  readonly sorts: Readonly<Record<string, SortField>>
  readonly defaultSort: Sort
  /** Joins for a sort: follows the list in `from`. */
  readonly joins?: Readonly<Record<string, (statement: ListStatement, p: ListValues) => SortJoin>>
  /** Sparse values to sort by, by the join name of their sort: ratings, the time of last reading. */
  readonly scores?: Readonly<Record<string, ScoreRows>>
  /** Named subsets of all rows. */
  readonly subsets?: Readonly<Record<string, Subset>>
  /** Membership in a manually ordered list; absent without one. */
  readonly members?: Members
  /** The word index; absent without one. */
  readonly words?: Words
  /** The total without a filter, if the database stores it; null if it must be counted. */
  readonly total?: (statement: ListStatement) => Promise<number> | null
}

export interface Scope {
  readonly column: RawBuilder<unknown>
  /** The equivalent filter field. */
  readonly field: string
  /** The key of an id; if the viewer may not see it, one that no row has. */
  readonly find: (reader: Reader, viewer: Viewer, id: string) => Promise<number | undefined>
}

/**
 * A derived table with the columns `item_pk` and `value`, one row for each item with a value; optionally of one user.
 */
export type ScoreRows = (userPk: unknown) => RawBuilder<unknown>

interface SortJoin {
  readonly from: RawBuilder<unknown>
  readonly where?: RawBuilder<SqlBool>
}

export interface Subset {
  /** Includes rows that are not live. */
  readonly isHiddenToo?: boolean
  readonly where?: RawBuilder<SqlBool>
  /** Other tables that select its rows, and their order. */
  readonly source?: (statement: ListStatement, p: ListValues) => Source
  readonly order?: SortField
}

/** Tables that select the rows of a list; `where` joins them to the entity's own. */
export interface Source {
  readonly from: RawBuilder<unknown>
  readonly where: RawBuilder<SqlBool>
}

export interface Progress {
  readonly table: string
  /** Item key; the user is in `user_pk`. */
  readonly item: string
  /** Filter fields that depend on the viewer's progress. */
  readonly fields: ReadonlySet<string>
}

/** A table with one row per member of a list. */
export interface Members {
  readonly table: string
  /** Columns: the list, and the item key. */
  readonly list: string
  readonly item: string
  /** Position of a member in its list: sort key of `OWN_ORDER`. */
  readonly order: SortField
}

/** The sort field of a manually ordered list or subset; requests cannot name it. */
export const OWN_ORDER = 'own order'

export interface Words {
  readonly table: Listed
  /** The number of rows with the words, if it can be counted without reading each; else null. */
  readonly count?: (statement: ListStatement) => Promise<number | null>
}

/** A validated list. */
export interface ListRequest {
  /** Ids or keys, by scope name. */
  readonly scope?: Readonly<Record<string, string | number | undefined>>
  readonly subset?: string | undefined
  /** The list whose members are requested. */
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

/** Rows of an entity to list, their order, and the page. */
export interface ListQuery extends ListRequest, Page {
  /** Keys by scope name. */
  readonly scope: Readonly<Record<string, number | undefined>>
  readonly sort: Sort
}

/** A list in the form that statements are built from. */
export interface ListStatement {
  readonly reader: Reader
  readonly viewer: Viewer
  readonly entity: Entity
  readonly query: ListQuery
}

/** Values of a list statement; `in_NAME` is the key of a scope. */
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

/** Placeholders of the viewer's key and id. */
export interface OwnUser {
  readonly userPk: number
  readonly userId: string
}
