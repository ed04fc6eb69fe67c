import { LIST_MEMBERS } from '@octavo/contract/curated-list'
import type { Reader } from '../../../db'
import { AppError, notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { type Entity, OWN_ORDER, parseList, selectAllKeys, selectPage } from '../../lists/engine'
import type { Counts, CuratedListRow } from './curated-list-row'
import { idsOfKeys, memberCounts, wantedCounts } from './curated-lists.queries'
import { COLLECTION, type Kind, MEMBER_BOOKS, MEMBER_SERIES } from './kind'

const OWN = [{ field: OWN_ORDER, direction: 'asc' }] as const
/** The default order of each, if it is not the list's own. */
const USUAL = { collection: 'name', readlist: 'release_date' } as const
/** The contract's sort names; `manual` is the order of the list. */
const SORTS = {
  collection: { title: 'name', added: 'date_added', year: 'release_date' },
  readlist: { title: 'title', added: 'created_at', release: 'release_date' },
} as const

/** A list as query of the list engine. */
export function membersInput(
  kind: Kind,
  row: CuratedListRow,
  {
    condition,
    sort,
    text,
  }: { readonly condition?: unknown; readonly sort?: string | null; readonly text?: string | null },
) {
  const isByHand = row.condition === null
  const rule = isByHand ? null : JSON.parse(row.condition ?? '')
  return {
    membersOf: isByHand ? row.pk : undefined,
    condition: rule && condition ? { allOf: [rule, condition] } : (rule ?? condition),
    text: text ?? null,
    sort: sort ?? null,
    defaultSort: isByHand && row.ordered ? OWN : by(USUAL[kind.name]),
  }
}

/** The requested order. */
export function sortedInput(
  kind: Kind,
  row: CuratedListRow,
  { sort, direction }: { readonly sort?: string | undefined; readonly direction?: Direction | undefined },
) {
  const input = membersInput(kind, row, {})
  const isOwn = sort === 'manual' || (sort === undefined && row.ordered)
  if (isOwn && input.membersOf !== undefined) return { ...input, defaultSort: OWN }
  const sorts: Readonly<Record<string, string>> = SORTS[kind.name]
  return { ...input, defaultSort: by(sorts[sort ?? ''] ?? USUAL[kind.name], direction) }
}

type Direction = 'asc' | 'desc'
const by = (field: string, direction: Direction = 'asc') => [{ field, direction }] as const

const NONE_WANTED = { wanted: 0, undecided: 0 } as const

/** Number of visible members of several lists; rule-based ones are not counted. */
export async function countsOf(
  reader: Reader,
  viewer: Viewer,
  kind: Kind,
  rows: readonly CuratedListRow[],
): Promise<(row: CuratedListRow) => Counts> {
  const pks = rows.filter(({ condition }) => condition === null).map(({ pk }) => pk)
  const [members, wanted] = await Promise.all([
    memberCounts(reader, viewer, kind, pks),
    kind === COLLECTION ? new Map<number, never>() : wantedCounts(reader, viewer, pks),
  ])
  return ({ pk, condition }) => ({
    members: condition === null ? (members.get(pk) ?? 0) : null,
    ...(wanted.get(pk) ?? NONE_WANTED),
  })
}

/** The same for one list; a rule is resolved. */
export async function countsOfOne(reader: Reader, viewer: Viewer, kind: Kind, row: CuratedListRow): Promise<Counts> {
  if (row.condition === null) return (await countsOf(reader, viewer, kind, [row]))(row)
  try {
    const request = parseList(kind.entity, membersInput(kind, row, {}), viewer)
    const page = { ...request, page: 1, pageSize: 1 }
    const { total } =
      kind === COLLECTION
        ? await selectPage(reader, viewer, MEMBER_SERIES.rows, page)
        : await selectPage(reader, viewer, MEMBER_BOOKS.rows, page)
    return { members: total, ...NONE_WANTED }
  } catch (error) {
    // An outdated rule can still be viewed and repaired.
    if (error instanceof AppError) return { members: null, ...NONE_WANTED }
    throw error
  }
}

/** Keys of all members in list order. */
export function memberKeys(
  reader: Reader,
  viewer: Viewer,
  kind: Kind & { readonly entity: Entity },
  row: CuratedListRow,
  limit?: number,
): Promise<readonly number[]> {
  const request = parseList(kind.entity, membersInput(kind, row, {}), viewer)
  return selectAllKeys(reader, viewer, kind.entity, request, limit)
}

/** Ids of the first members of a rule-based list, in its order, at most as many as a manual list may have; empty for an outdated rule. */
export async function idsByRule(reader: Reader, viewer: Viewer, kind: Kind, row: CuratedListRow): Promise<string[]> {
  try {
    const pks = await memberKeys(reader, viewer, kind, row, LIST_MEMBERS)
    const ids = await idsOfKeys(reader, kind, pks)
    return pks.flatMap(pk => ids.get(pk) ?? [])
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/**
 * The address of the first member's cover, relative to the list's own.
 * @throws NotFound if no member is visible
 */
export async function coverAddress(
  reader: Reader,
  viewer: Viewer,
  kind: Kind,
  row: CuratedListRow,
  search: string,
): Promise<string> {
  const [pk] = await memberKeys(reader, viewer, kind, row, 1)
  if (pk === undefined) throw notFound(kind.item)
  const { id } = await reader.query.selectFrom(kind.table).select('id').where('pk', '=', pk).executeTakeFirstOrThrow()
  return `../../${kind.table}/${id}/thumbnail${search}`
}
