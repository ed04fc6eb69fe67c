import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { runPrepared } from '../../../db'
import { type Channel, type Shape, shapeFor } from '../../../kernel/memo'
import { visibilityKey } from '../../people/access'
import { compileCondition, ordering, type Sort, type SortField, usesField } from '../filters'
import { hasText, textKind, textValues } from '../words'
import {
  type Entity,
  type ListQuery,
  type ListStatement,
  type ListValues,
  OWN_ORDER,
  type RowSource,
  type Source,
  type Subset,
} from './entity'

function valuesOf({ reader, viewer, query }: ListStatement, place: Partial<ListValues> = {}): ListValues {
  const { scope, membersOf = 0, text } = query
  const scopes = Object.fromEntries(Object.entries(scope).map(([name, pk]) => [`in_${name}`, pk ?? 0]))
  return {
    ...textValues(reader.dialect, viewer, text, scope.library),
    ...{ userPk: viewer.userPk, membersOf, limit: 0, offset: 0, cursorPk: 0, span: 0, beyond: '' },
    ...scopes,
    ...place,
  }
}

/** Runs a list statement. `kind` identifies it together with everything in its SQL besides the query. */
export function runList<Row>(
  statement: ListStatement,
  kind: string,
  place: Partial<ListValues>,
  build: (p: ListValues) => RawBuilder<Row>,
): Promise<Row[]> {
  return runPrepared(statement.reader, `${statementKey(statement)}|${kind}`, valuesOf(statement, place), build)
}

/** The same for a counting statement. */
export async function countList(
  statement: ListStatement,
  kind: string,
  build: (p: ListValues) => RawBuilder<{ total: number | null }>,
  place: Partial<ListValues> = {},
): Promise<number> {
  const [row] = await runList(statement, kind, place, build)
  return row?.total ?? 0
}

/** Conditions contain their values, so they are part of the key; so is the viewer if they depend on progress. */
function statementKey({ viewer, entity, query }: ListStatement): string {
  const { scope, subset = '', condition, text } = query
  const scopes = Object.keys(scope).filter(name => scope[name] !== undefined)
  const filter = condition ? JSON.stringify([condition, viewer.userPk]) : ''
  const parts = [
    entity.table,
    visibilityKey(viewer),
    scopes,
    subset,
    membersTable(entity, query),
    textKind(text),
    filter,
  ]
  return parts.join('|')
}

/** Lists of several kinds may share a member table. */
function membersTable({ members }: Entity, { membersOf }: ListQuery): string {
  return membersOf === undefined ? '' : (members?.table ?? '')
}

/** Cache key of a list, independent of its page. */
export function listShape(statement: ListStatement, kind: string, ...order: readonly unknown[]): Shape {
  const { viewer, entity, query } = statement
  const { scope, subset, membersOf, condition, text } = query
  const typed = text && (text.words ? valuesOf(statement).match : valuesOf(statement).within)
  return shapeFor(
    viewer,
    channelOf(entity, query),
    `${entity.table} ${kind}`,
    ...[scope, subset, membersOf, membersTable(entity, query), condition, typed, order],
  )
}

function channelOf(entity: Entity, query: ListQuery): Channel {
  const { progress } = entity
  const subset = subsetOf(entity, query)
  const isOwn =
    (subset && (subset.where || subset.source)) ||
    (progress && usesField(query.condition, progress.fields)) ||
    scoreOf(entity, query.sort) !== null ||
    // Changing a private list affects only those who see it.
    query.membersOf !== undefined
  return isOwn ? 'progress' : 'catalogue'
}

/** The name of the sparse values needed by a sort; null for any other sort. */
export function scoreOf(entity: Entity, sort: Sort): string | null {
  const names = [...ordering.joinsOf(sort, entity.sorts)]
  return names.find(name => name !== undefined && entity.scores?.[name]) ?? null
}

/** The rows of sparse values, with their name as alias; null if there are no such values. */
export function scoreRows(entity: Entity, name: string, p: Pick<ListValues, 'userPk'>): RawBuilder<unknown> | null {
  const rows = entity.scores?.[name]
  return rows ? sql`${rows(p.userPk)} as ${sql.table(name)}` : null
}

export function subsetOf({ subsets, table }: Entity, { subset }: ListQuery): Subset | null {
  if (subset === undefined) return null
  const found = subsets?.[subset]
  if (!found) throw new Error(`${table} have no part ${subset}`)
  return found
}

/** Whether the query selects a whole scope. */
export function isPlain({ condition, text, subset, membersOf }: ListQuery): boolean {
  return !condition && !text && subset === undefined && membersOf === undefined
}

/** How the rows of a statement are found. */
export interface Access {
  /** On SQLite the index of the sort finds them: none for the viewer's limits, or for a library without this order. */
  readonly isOrdered?: boolean
  /** Words and condition are checked row by row: no index selects the rows. */
  readonly isWide?: boolean
}

/** Tables that select the rows of a list instead of its own table: a subset's, its members. */
function sourcesOf(statement: ListStatement, p: ListValues): readonly Source[] {
  const { entity, query } = statement
  const { members } = entity
  const source = subsetOf(entity, query)?.source
  const sources = source ? [source(statement, p)] : []
  if (query.membersOf === undefined) return sources
  if (!members) throw new Error(`${entity.table} have no members`)
  const own = (column: string) => sql.ref(`${members.table}.${column}`)
  const where = sql<SqlBool>`${keyOf(entity)} = ${own(members.item)} and ${own(members.list)} = ${p.membersOf}`
  return [...sources, { from: sql.table(members.table), where }]
}

export function unread({ table }: RowSource): never {
  throw new Error(`nobody reads ${table}`)
}

/** Joins the viewer's progress. */
export function joinProgress(entity: RowSource, userPk: unknown): RawBuilder<unknown> {
  const { table, item } = entity.progress ?? unread(entity)
  return sql`left join ${sql.table(table)}
    on ${sql.ref(`${table}.${item}`)} = ${keyOf(entity)} and ${sql.ref(`${table}.user_pk`)} = ${userPk}`
}

/** The tables of a list, selecting ones first: SQLite executes cross joins in order. */
export function rowsOf(statement: ListStatement, p: ListValues): RawBuilder<unknown> {
  const sources = sourcesOf(statement, p).map(({ from }) => from)
  return sql.join([...sources, sql.table(statement.entity.table)], sql` cross join `)
}

/** The join conditions of a list's tables, without those of the query. */
export function namedRows(statement: ListStatement, p: ListValues): readonly RawBuilder<SqlBool>[] {
  return sourcesOf(statement, p).map(({ where }) => where)
}

/** The query's condition on the rows of its list. */
export function matching(statement: ListStatement, p: ListValues, access: Access = {}): RawBuilder<SqlBool> {
  const { reader, viewer, entity, query } = statement
  const { isOrdered = false, isWide = false } = access
  const subset = subsetOf(entity, query)
  const seen = entity.visible(viewer)
  const parts = sourcesOf(statement, p).map(({ where }) => where)
  parts.push(isOrdered ? sql<SqlBool>`(${seen}) is true` : sql<SqlBool>`${seen}`)
  if (!subset?.isHiddenToo) parts.push(entity.live)
  for (const [name, { column }] of Object.entries(entity.scopes)) {
    if (query.scope[name] === undefined) continue
    const isUnindexed = isOrdered && name === 'library' && !sortsOf(statement)[query.sort[0].field]?.ofLibrary
    parts.push(sql<SqlBool>`${isUnindexed ? sql`+` : sql``}${column} = ${p[`in_${name}`]}`)
  }
  if (subset?.where) parts.push(subset.where)
  if (query.condition) {
    const fulfils = compileCondition(query.condition, entity.fields, viewer.userPk)
    parts.push(isWide ? sql<SqlBool>`(${fulfils}) is true` : sql<SqlBool>`${fulfils}`)
  }
  if (query.text && entity.words) {
    parts.push(hasText(reader.dialect, entity.words.table, query.text, p, { isWide, hidden: subset?.isHiddenToo }))
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

export const keyOf = ({ table }: { readonly table: string }): RawBuilder<number> => sql.ref<number>(`${table}.pk`)
export const sortKeyOf = ({ table }: Entity): RawBuilder<unknown> => sql.ref(`${table}.sort_key`)

/** The allowed sorts of a query, including the own order of its list, or else of its subset. */
export function sortsOf({
  entity,
  query,
}: Pick<ListStatement, 'entity' | 'query'>): Readonly<Record<string, SortField>> {
  const ofList = query.membersOf === undefined ? undefined : entity.members?.order
  const order = ofList ?? subsetOf(entity, query)?.order
  return order ? { ...entity.sorts, [OWN_ORDER]: order } : entity.sorts
}
