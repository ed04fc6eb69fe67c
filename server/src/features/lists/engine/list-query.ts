import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Reader, runSql } from '../../../db'
import { type Channel, type Shape, shapeFor } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey } from '../../people/access'
import { type Condition, compileCondition, joinsOf, type Sort } from '../filters'
import { hasText, type TextQuery, type TextValues, textKind, textValues } from '../words'
import { usesField } from './asks'
import type { Entity, Subset } from './entity'

/** Which rows of an entity, in which order, and which page of them. */
export interface ListQuery {
  /** Keys by the name of a scope. */
  readonly scope: Readonly<Record<string, number | undefined>>
  readonly subset?: string | undefined
  /** The list whose members are asked for. */
  readonly membersOf?: number | undefined
  readonly condition?: Condition | null | undefined
  readonly text?: TextQuery | null | undefined
  readonly sort: Sort
  readonly page: number
  readonly pageSize: number
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

export function valuesOf({ reader, viewer, query }: ListStatement, place: Partial<ListValues> = {}): ListValues {
  const { scope, membersOf = 0, text } = query
  const scopes = Object.fromEntries(Object.entries(scope).map(([name, pk]) => [`in_${name}`, pk ?? 0]))
  return {
    ...textValues(reader.dialect, viewer, text, scope.library),
    ...{ userPk: viewer.userPk, membersOf, limit: 0, offset: 0, cursorPk: 0, span: 0, beyond: '' },
    ...scopes,
    ...place,
  }
}

/** Runs a statement about a list. `kind` names what it asks, with all that is written into it besides the query. */
export function runList<Row>(
  statement: ListStatement,
  kind: string,
  place: Partial<ListValues>,
  build: (p: ListValues) => RawBuilder<Row>,
): Promise<Row[]> {
  return runSql(statement.reader, `${statementKey(statement)}|${kind}`, valuesOf(statement, place), build)
}

/** The same for a statement that counts. */
export async function countList(
  statement: ListStatement,
  kind: string,
  build: (p: ListValues) => RawBuilder<{ total: number | null }>,
  place: Partial<ListValues> = {},
): Promise<number> {
  const [row] = await runList(statement, kind, place, build)
  return row?.total ?? 0
}

/** Conditions carry their values, so that they are part of the key; the viewer's too when they ask for progress. */
function statementKey({ viewer, entity, query }: ListStatement): string {
  const { scope, subset = '', membersOf, condition, text } = query
  const scopes = Object.keys(scope).filter(name => scope[name] !== undefined)
  const filter = condition ? JSON.stringify([condition, viewer.userPk]) : ''
  const parts = [entity.table, visibilityKey(viewer), scopes, subset, membersOf !== undefined, textKind(text), filter]
  return parts.join('|')
}

/** Names something cached of a list, whatever its page. */
export function listShape(statement: ListStatement, kind: string, ...order: readonly unknown[]): Shape {
  const { viewer, entity, query } = statement
  const { scope, subset, membersOf, condition, text } = query
  const { match, within } = valuesOf(statement)
  return shapeFor(
    viewer,
    channelOf(entity, query),
    `${entity.table} ${kind}`,
    ...[scope, subset, membersOf, condition, text?.words ? match : within, order],
  )
}

function channelOf(entity: Entity, query: ListQuery): Channel {
  const { progress, sorts } = entity
  const isOwn =
    subsetOf(entity, query)?.where !== undefined ||
    subsetOf(entity, query)?.isOpened ||
    (progress && usesField(query.condition, progress.fields)) ||
    joinsOf(query.sort, sorts).has('progress')
  return isOwn ? 'progress' : 'catalogue'
}

export function subsetOf({ subsets, table }: Entity, { subset }: ListQuery): Subset | null {
  if (subset === undefined) return null
  const found = subsets?.[subset]
  if (!found) throw new Error(`${table} have no part ${subset}`)
  return found
}

/** Whether the query is for all that a scope holds. */
export function isPlain({ condition, text, subset, membersOf }: ListQuery): boolean {
  return !condition && !text && subset === undefined && membersOf === undefined
}

/** How the rows of a statement are found. */
export interface Access {
  /** Whether the index of words names the rows, or the words of each row are read: see `hasText`. */
  readonly words?: 'index' | 'rows'
  /** By what no index of SQLite may be chosen: what limits the viewer, or also the library asked for. */
  readonly unindexed?: 'none' | 'visible' | 'library'
}

/** The condition that a query is, on rows of the entity's table. */
export function matching(statement: ListStatement, p: ListValues, access: Access = {}): RawBuilder<SqlBool> {
  const { reader, viewer, entity, query } = statement
  const { words = 'index', unindexed = 'none' } = access
  const subset = subsetOf(entity, query)
  const seen = entity.visible(viewer)
  const parts = [unindexed === 'none' ? sql<SqlBool>`${seen}` : sql<SqlBool>`(${seen}) is true`]
  if (!subset?.isHiddenToo) parts.push(entity.live)
  for (const [name, column] of Object.entries(entity.scopes)) {
    if (query.scope[name] === undefined) continue
    const isHidden = unindexed === 'library' && name === 'library'
    parts.push(sql<SqlBool>`${isHidden ? sql`+` : sql``}${column} = ${p[`in_${name}`]}`)
  }
  if (subset?.where) parts.push(subset.where(p.userPk))
  if (query.membersOf !== undefined && entity.members) {
    const { table, list } = entity.members
    parts.push(sql<SqlBool>`${sql.ref(`${table}.${list}`)} = ${p.membersOf}`)
  }
  if (query.condition) parts.push(sql`${compileCondition(query.condition, entity.fields(viewer.userPk))}`)
  if (query.text && entity.words) {
    const how = { isWide: words === 'rows', hidden: subset?.isHiddenToo }
    parts.push(hasText(reader.dialect, entity.words.table, query.text, p, how))
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

export const keyOf = ({ table }: Entity): RawBuilder<number> => sql.ref<number>(`${table}.pk`)
export const sortKeyOf = ({ table }: Entity): RawBuilder<unknown> => sql.ref(`${table}.sort_key`)

/** The rows of a list: of a person's own list its members, found by their own index. SQLite keeps the order of cross joins. */
export function rowsOf({ entity, query }: ListStatement): RawBuilder<unknown> {
  const own = sql.table(entity.table)
  if (query.membersOf === undefined) return own
  if (!entity.members) throw new Error(`${entity.table} have no members`)
  const { table, item } = entity.members
  return sql`${sql.table(table)} inner join ${own} on ${keyOf(entity)} = ${sql.ref(`${table}.${item}`)}`
}
