import { BOOK_ARRANGEMENT, BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { arranged, type FieldColumn, type FieldRegistry, type FieldSort } from '@octavo/contract/fields'
import { SERIES_ARRANGEMENT, SERIES_FIELD_REGISTRY } from '@octavo/contract/series-fields'
import type { ListKind } from './question'

/** The parts of the field registry that lists use. */
const registries: Readonly<Record<ListKind, FieldRegistry>> = {
  series: SERIES_FIELD_REGISTRY,
  books: BOOK_FIELD_REGISTRY,
}
const arrangements: Readonly<
  Record<ListKind, { readonly panel: readonly string[]; readonly columns: readonly string[] }>
> = { series: SERIES_ARRANGEMENT, books: BOOK_ARRANGEMENT }

/** A column with its field. */
export type ListColumn = FieldColumn & { readonly field: string; readonly sort: string | undefined }

/** The columns of the table after the title, in menu order. */
export function columnsOf(kind: ListKind): readonly ListColumn[] {
  return arranged(Object.keys(registries[kind]), arrangements[kind].columns).flatMap(field => {
    const { column, sort } = registries[kind][field] ?? {}
    return column ? [{ ...column, field, sort: sort?.name }] : []
  })
}

/** Fields with a section in the filter panel, in order. */
export function panelFields(kind: ListKind): readonly string[] {
  return arranged(Object.keys(registries[kind]), arrangements[kind].panel).filter(
    field => registries[kind][field]?.filter?.panel !== undefined,
  )
}

const sorts = new Map(
  Object.values(registries).flatMap(registry =>
    Object.entries(registry).flatMap(([field, { sort }]) => (sort ? [[sort.name, { ...sort, field }] as const] : [])),
  ),
)

/** A sort by name, of any field; undefined for random. */
export const sortOf = (name: string): FieldSort | undefined => sorts.get(name)

/** The field of a sort. */
export const fieldOfSort = (name: string): string => sorts.get(name)?.field ?? name
