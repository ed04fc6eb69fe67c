import { facetPages } from '../../features/catalogue/facets'
import { allLibraries, findLibrary } from '../../features/catalogue/libraries'
import { isUsable, type PresetRow, visiblePresets } from '../../features/finding/filter-presets'
import { curatedLists } from '../../features/reading/curated-lists'
import { momentOfId } from '../../kernel/ids'
import { searchForm } from '../../kernel/text'
import type { Viewer } from '../../kernel/viewer'
import type { Asked, Named, Page, Part } from './asked'
import type { CoverModel } from './book-model'
import { type LibraryModel, libraryModel } from './series-model'

/** Visible libraries, by name. */
export async function libraries({ reader, viewer }: Asked): Promise<LibraryModel[]> {
  return (await allLibraries(reader, viewer)).map(libraryModel)
}

/** @throws NotFound */
export async function oneLibrary({ reader, viewer }: Asked, id: string): Promise<LibraryModel> {
  return libraryModel(await findLibrary(reader, viewer, id))
}

/** A collection of series or a reading list of books. */
export interface CuratedListModel extends Named {
  readonly pk: number
  readonly of: CuratedKind
  readonly summary: string | null
  readonly isOrdered: boolean
  /** Rule-based, so not counted. */
  readonly isAutomatic: boolean
  /** Number of visible members; null if not counted. */
  readonly count: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

export type CuratedKind = 'collection' | 'read-list'
const KINDS = { collection: curatedLists.COLLECTION, 'read-list': curatedLists.READ_LIST } as const
export const kindOf = (kind: CuratedKind): curatedLists.Kind => KINDS[kind]

/** Visible collections or reading lists, by name. */
export async function curatedListPage(
  { reader, viewer }: Asked,
  kind: CuratedKind,
  page: Page,
): Promise<Part<CuratedListModel>> {
  const rows = await curatedLists.visibleLists(reader, viewer, KINDS[kind])
  const shown = slice(rows, page)
  const counts = await curatedLists.countsOf(reader, viewer, KINDS[kind], shown)
  return { items: shown.map(row => listModel(kind, row, counts(row).members)), total: rows.length }
}

function listModel(kind: CuratedKind, row: curatedLists.CuratedListRow, count: number | null): CuratedListModel {
  return {
    of: kind,
    pk: row.pk,
    id: row.id,
    name: row.name,
    summary: row.summary || null,
    isOrdered: row.ordered,
    isAutomatic: row.condition !== null,
    count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** A list with the ids of its visible members. */
export interface MemberListModel extends CuratedListModel {
  readonly memberIds: readonly string[]
}

/** The same as a page, of all lists or of those with members in one of these libraries. */
export async function memberListPage(
  { reader, viewer }: Asked,
  kind: CuratedKind,
  page: Page,
  { search, libraryIds }: { readonly search?: string | undefined; readonly libraryIds?: readonly string[] | undefined },
): Promise<Part<MemberListModel>> {
  const inLibraries = libraryIds && (await curatedLists.listsInLibraries(reader, viewer, KINDS[kind], libraryIds))
  const words = search ? searchForm(search) : null
  const rows = (await curatedLists.visibleLists(reader, viewer, KINDS[kind])).filter(
    row => (inLibraries?.has(row.pk) ?? true) && (words === null || searchForm(row.name).includes(words)),
  )
  return { items: await withMembers({ reader, viewer }, kind, slice(rows, page)), total: rows.length }
}

/** Manual lists that contain a series or book. */
export async function listsWith(asked: Asked, kind: CuratedKind, itemPk: number): Promise<MemberListModel[]> {
  return withMembers(asked, kind, await curatedLists.listsHolding(asked.reader, asked.viewer, KINDS[kind], itemPk))
}

/** One list. @throws NotFound */
export async function oneMemberList(asked: Asked, kind: CuratedKind, id: string): Promise<MemberListModel> {
  const { reader, viewer } = asked
  const row = await curatedLists.findList(reader, viewer, KINDS[kind], id)
  const [list] = await withMembers(asked, kind, [row])
  const ids = list?.memberIds ?? []
  return { ...listModel(kind, row, ids.length), memberIds: ids }
}

/** One list without its members. @throws NotFound */
export async function oneList({ reader, viewer }: Asked, kind: CuratedKind, id: string): Promise<CuratedListModel> {
  return listModel(kind, await curatedLists.findList(reader, viewer, KINDS[kind], id), null)
}

/** The keys of the books before and after one in a reading list, without those that cannot be opened. @throws NotFound */
export async function neighboursInList({ reader, viewer }: Asked, listId: string, bookId: string) {
  const row = await curatedLists.findList(reader, viewer, KINDS['read-list'], listId)
  return curatedLists.neighboursOf(reader, viewer, row, bookId)
}

/** The keys of the members of a list in its order. @throws NotFound */
export async function memberKeys({ reader, viewer }: Asked, kind: CuratedKind, id: string): Promise<readonly number[]> {
  const row = await curatedLists.findList(reader, viewer, KINDS[kind], id)
  return curatedLists.memberKeys(reader, viewer, KINDS[kind], row)
}

async function withMembers(
  { reader, viewer }: Asked,
  kind: CuratedKind,
  rows: readonly curatedLists.CuratedListRow[],
): Promise<MemberListModel[]> {
  const byHand = rows.filter(({ condition }) => condition === null).map(({ pk }) => pk)
  const ids = new Map(await curatedLists.memberIds(reader, viewer, KINDS[kind], byHand))
  for (const row of rows) {
    if (row.condition !== null) ids.set(row.pk, await curatedLists.idsByRule(reader, viewer, KINDS[kind], row))
  }
  return rows.map(row => {
    const members = ids.get(row.pk) ?? []
    return { ...listModel(kind, row, members.length), memberIds: members }
  })
}

/** A saved filter. */
export interface SavedFilterModel extends Named {
  readonly finds: 'books' | 'series'
  readonly updatedAt: number
}

/** The viewer's filters and shared ones, if the viewer may use their fields. */
export async function savedFilterPage({ reader, viewer }: Asked, page: Page): Promise<Part<SavedFilterModel>> {
  const rows = (await visiblePresets(reader, viewer)).filter(row => mayAsk(viewer, row))
  const items = slice(rows, page).map(({ id, name, target, updated_at: updatedAt }) => {
    return { id, name, finds: target, updatedAt }
  })
  return { items, total: rows.length }
}

export function mayAsk(viewer: Viewer, preset: PresetRow): boolean {
  return viewer.permissions.has(preset.target === 'books' ? 'books-read' : 'series-read') && isUsable(preset, viewer)
}

/** Names that lead to series. */
export type NameKind = 'genre' | 'tag' | 'author' | 'publisher'

/** A genre, tag, person or publisher. */
export interface NameModel extends Named {
  readonly kind: NameKind
  readonly sortName: string | null
  /** Number of visible series. */
  readonly seriesCount: number
  readonly cover: CoverModel
  readonly updatedAt: number
}

/** Names of a kind with visible series, sorted. */
export async function namePage({ reader, viewer }: Asked, kind: NameKind, page: Page): Promise<Part<NameModel>> {
  const { pks, counts } = await facetPages.facetIndex(reader, viewer, kind)
  const from = (page.page - 1) * page.pageSize
  const countOf = new Map(
    Array.from(pks.subarray(from, from + page.pageSize), (pk, at) => [pk, counts[from + at] ?? 0]),
  )
  const rows = await facetPages.facetsByKeys(reader, viewer, [...countOf.keys()])
  const items = rows.map(row => ({
    ...{ kind, id: row.id, name: row.name, sortName: row.sort_name, cover: { version: row.cover_version } },
    ...{ seriesCount: countOf.get(row.pk) ?? 0, updatedAt: momentOfId(row.id) },
  }))
  return { items, total: pks.length }
}

function slice<Item>(items: readonly Item[], { page, pageSize }: Page): readonly Item[] {
  const from = (page - 1) * pageSize
  return items.slice(from, from + pageSize)
}
