import { type RawBuilder, sql } from 'kysely'
import { atOneRevision, cachedRows, keyOfId, type Reader, runPrepared } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { type Keyed, type RowsByKey, shapeFor } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { visibilityKey } from '../../people/access'
import type { Entity, ListQuery, ListRequest, OwnUser, Page, RowSource } from './entity'
import { joinProgress, keyOf, unread } from './list-query'
import { selectKeys } from './select-page'

/** The columns of each row: shared ones, and those of the viewer. `Read` is what the database returns of the shared ones. */
export interface RowShape<Row extends Keyed, Of extends RowSource = Entity, Read extends Keyed = Row> {
  readonly entity: Of
  /** Distinguishes it from other shapes of its table. */
  readonly name: string
  /** Turns the shared columns into the row that is cached. */
  finish?(read: Read): Row
  /** Separates viewers who see the same rows but different columns of them; each variant is cached separately. */
  readonly variant?: (viewer: Viewer) => boolean
  /** Joins for the columns: follows the entity's table in `from`. */
  readonly joins?: RawBuilder<unknown>
  readonly shared: (dialect: Reader['dialect'], variant: boolean) => Columns<Read>
  /** The viewer's columns; progress is joined, and null for unopened items. */
  readonly own?: (dialect: Reader['dialect'], user: OwnUser) => Columns<Row>
}

type Columns<Row> = Readonly<Partial<Record<keyof Row & string, RawBuilder<unknown>>>>

/** Columns of a table under their own names. */
export function columnsOf<Name extends string>(
  table: string,
  names: readonly Name[],
): Readonly<Record<Name, RawBuilder<unknown>>> {
  const columns = names.map(name => [name, sql.ref(`${table}.${name}`)])
  return Object.fromEntries(columns) as Record<Name, RawBuilder<unknown>>
}

export interface ListPage<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** One page of a list and its total. If no row has a query word, similar words are used. */
export async function selectPage<Row extends Keyed>(
  given: Reader,
  viewer: Viewer,
  shape: RowShape<Row>,
  request: ListRequest & Page,
): Promise<ListPage<Row>> {
  const reader = atOneRevision(given)
  const query = await queryOf(reader, viewer, shape.entity, request)
  const { pks, total } = await selectKeys(reader, viewer, shape.entity, query)
  return { rows: await rowsByKeys(reader, viewer, shape, pks), total }
}

/** More rows than any unpaged list has. */
export const ALL_ROWS = 1_000_000

/** The keys of a list in its order. */
export async function selectAllKeys(
  reader: Reader,
  viewer: Viewer,
  entity: Entity,
  request: ListRequest,
  limit = ALL_ROWS,
): Promise<readonly number[]> {
  const query = await queryOf(reader, viewer, entity, { ...request, page: 1, pageSize: limit })
  return (await selectKeys(reader, viewer, entity, query)).pks
}

/** A list with ids of scopes resolved to keys. */
export async function queryOf(
  reader: Reader,
  viewer: Viewer,
  entity: Entity,
  { scope = {}, sort = entity.defaultSort, ...rest }: ListRequest & Page,
): Promise<ListQuery> {
  const keys = await Promise.all(
    Object.entries(entity.scopes).map(async ([name, { find }]) => {
      const asked = scope[name]
      return [name, typeof asked === 'string' ? await find(reader, viewer, asked) : asked] as const
    }),
  )
  return { ...rest, sort, scope: Object.fromEntries(keys) }
}

/**
 * Rows by key; hidden ones are left out. Shared columns are cached until the catalogue changes, the viewer's until
 * anybody's progress changes.
 */
export async function rowsByKeys<Row extends Keyed>(
  reader: Reader,
  viewer: Viewer,
  shape: RowShape<Row, RowSource>,
  pks: readonly number[],
): Promise<Row[]> {
  if (pks.length === 0) return []
  const { entity, name } = shape
  const [shared, own] = await Promise.all([
    sharedByKeys(reader, viewer, shape, pks),
    shape.own &&
      cachedRows(reader, shapeFor(viewer, 'progress', `${entity.table} rows`, name), pks, missing =>
        ownRows(reader, viewer, shape, missing),
      ),
  ])
  const rows: Row[] = []
  for (const pk of pks) {
    const row = shared.get(pk)
    const opened = own?.get(pk)
    if (row) rows.push(opened ? { ...row, ...opened } : row)
  }
  return rows
}

/** The shared columns of visible rows, cached. */
function sharedByKeys<Row extends Keyed>(
  reader: Reader,
  viewer: Viewer,
  shape: RowShape<Row, RowSource>,
  pks: readonly number[],
): Promise<RowsByKey<Row>> {
  const { entity, name } = shape
  const variant = shape.variant?.(viewer) ?? false
  const cached = shapeFor(viewer, 'catalogue', `${entity.table} rows`, name, variant)
  return cachedRows(reader, cached, pks, async missing => {
    const rows = await sharedRows(reader, viewer, shape, missing, variant)
    return shape.finish ? rows.map(row => shape.finish?.(row) ?? row) : rows
  })
}

/**
 * One visible row. The statement that finds it also reads the viewer's columns.
 * @throws NotFound for a missing or hidden one
 */
export async function findRow<Row extends Keyed>(
  reader: Reader,
  viewer: Viewer,
  shape: RowShape<Row>,
  id: string,
): Promise<Row> {
  const { entity } = shape
  const values = { id: id.toLowerCase(), userPk: viewer.userPk, userId: viewer.userId }
  const [own] = await runPrepared(reader, keyFor(viewer, shape, 'one'), values, p => {
    const opened = shape.own ? joinProgress(entity, p.userPk) : sql``
    const named = entity.merging
      ? sql`${keyOf(entity)} = ${keyOfId(entity.merging, p.id)}`
      : sql`${sql.ref(`${entity.table}.id`)} = ${p.id}`
    return sql<Row>`select ${selection(entity, shape.own?.(reader.dialect, p) ?? {})}
      from ${sql.table(entity.table)} ${opened}
      where ${named} and ${entity.visible(viewer)}`
  })
  const shared = own && (await sharedByKeys(reader, viewer, shape, [own.pk])).get(own.pk)
  if (!shared) throw notFound(entity.noun)
  return { ...shared, ...own }
}

// Columns and visibility of a row are read together, whatever has changed since its key was read.
function sharedRows<Row extends Keyed>(
  reader: Reader,
  viewer: Viewer,
  shape: RowShape<Row, RowSource>,
  pks: readonly number[],
  variant: boolean,
): Promise<Row[]> {
  const { entity, joins = sql`` } = shape
  const values = { chosen: JSON.stringify(pks) }
  return runPrepared(reader, keyFor(viewer, shape, `shared ${variant}`), values, p => {
    const own = Object.keys(shape.own?.(reader.dialect, { userPk: 0, userId: '' }) ?? {}).map(name => [name, sql`null`])
    const columns = { ...shape.shared(reader.dialect, variant), ...Object.fromEntries(own) }
    return sql<Row>`select ${selection(entity, columns)} from ${sql.table(entity.table)} ${joins}
      where ${reader.dialect.isKeyOf(keyOf(entity), p.chosen)} and ${entity.visible(viewer)}`
  })
}

/** The viewer's columns, for rows that they have opened or marked. */
function ownRows<Row extends Keyed>(
  reader: Reader,
  viewer: Viewer,
  shape: RowShape<Row, RowSource>,
  pks: readonly number[],
): Promise<Row[]> {
  const { entity } = shape
  const { table } = entity.progress ?? unread(entity)
  const values = { chosen: JSON.stringify(pks), userPk: viewer.userPk, userId: viewer.userId }
  return runPrepared(reader, keyFor(viewer, shape, 'own'), values, p => {
    const columns = selection(entity, shape.own?.(reader.dialect, p) ?? {})
    const isMarked = entity.marked ? sql`or ${entity.marked(p.userPk)}` : sql``
    return sql<Row>`select ${columns} from ${sql.table(entity.table)} ${joinProgress(entity, p.userPk)}
      where ${reader.dialect.isKeyOf(keyOf(entity), p.chosen)} and ${entity.visible(viewer)}
        and (${sql.ref(`${table}.user_pk`)} is not null ${isMarked})`
  })
}

function keyFor(viewer: Viewer, { entity, name }: RowShape<Keyed, RowSource>, kind: string): string {
  return `${entity.table} ${kind}|${name}|${visibilityKey(viewer)}`
}

function selection(entity: RowSource, columns: Readonly<Record<string, RawBuilder<unknown> | undefined>>) {
  const all: Readonly<Record<string, RawBuilder<unknown> | undefined>> = { pk: keyOf(entity), ...columns }
  return sql.join(Object.entries(all).map(([name, column]) => sql`${column} as ${sql.ref(name)}`))
}
