import type { ReactNode } from 'react'
import type { BookDto, SeriesDto } from '../../../api/types'
import { formatDate, formatNumber, formatPercent, formatSize, t } from '../../../messages'
import { readingState, shareRead } from '../../progress'
import { columnsOf, type ListColumn } from '../question/fields'
import type { ListKind } from '../question/question'

type Item = SeriesDto | BookDto

export type Column = ListColumn & { readonly cell: (item: Item) => ReactNode }

/** Formats of values in the list row. */
const shown: Readonly<Record<Exclude<ListColumn['show'], 'own'>, (value: string | number) => ReactNode>> = {
  plain: value => String(value),
  number: value => formatNumber(Number(value)),
  'number-if-any': value => (Number(value) > 0 ? formatNumber(Number(value)) : null),
  date: value => formatDate(String(value)),
  size: value => formatSize(Number(value)),
}

/** Cells that combine several values of a book's row. */
const ownCells: Readonly<Record<string, (book: BookDto) => ReactNode>> = {
  format: book => book.fileFormat.toUpperCase(),
  readStatus: book => {
    const state = readingState(book)
    return state === 'reading' ? formatPercent(shareRead(book)) : t(`progress.${state}`)
  },
  lastRead: book => (book.readProgress ? formatDate(book.readProgress.updatedAt) : null),
  fileName: book => book.path.split('/').at(-1),
}

function cellOf({ field, show, wire = field }: ListColumn): (item: Item) => ReactNode {
  if (show === 'own') return item => ownCells[field]?.(item as BookDto)
  return (item: Readonly<Record<string, unknown>>) => {
    const value = item[wire]
    return typeof value === 'string' || typeof value === 'number' ? shown[show](value) : null
  }
}

const columns: Readonly<Record<ListKind, ReadonlyMap<string, Column>>> = {
  series: new Map(columnsOf('series').map(column => [column.id, { ...column, cell: cellOf(column) }])),
  books: new Map(columnsOf('books').map(column => [column.id, { ...column, cell: cellOf(column) }])),
}

export function columnOf(kind: ListKind, id: string): Column | undefined {
  return columns[kind].get(id)
}

export const titleSort = (kind: ListKind): string => (kind === 'series' ? 'name' : 'title')
