import type { ReactNode } from 'react'
import type { BookDto, SeriesDto } from '../../../api/types'
import { formatDate, formatNumber, formatPercent, formatSize, t } from '../../../messages'
import { readingState, shareRead } from '../../progress'
import type { ListKind } from '../question/question'

export type Column<Item> = {
  /** Least width in pixels; what is left over is shared by these. */
  readonly width: number
  /** Texts stand left, numbers right. */
  readonly text?: boolean
  /** What the list is sorted by at a press on its head. */
  readonly sort?: string
  readonly cell: (item: Item) => ReactNode
}

const date = (iso: string | null | undefined) => (iso ? formatDate(iso) : null)
const plain = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : String(value)

const series: Readonly<Record<string, Column<SeriesDto>>> = {
  books: { width: 76, sort: 'book_count', cell: item => formatNumber(item.bookCount) },
  unread: { width: 84, cell: item => (item.unreadCount ? formatNumber(item.unreadCount) : null) },
  year: { width: 68, sort: 'release_date', cell: item => plain(item.year) },
  publisher: { width: 150, text: true, cell: item => item.publisher },
  library: { width: 130, text: true, cell: item => item.libraryName },
  added: { width: 116, sort: 'date_added', cell: item => date(item.createdAt) },
  changed: { width: 116, sort: 'date_updated', cell: item => date(item.updatedAt) },
}

const books: Readonly<Record<string, Column<BookDto>>> = {
  series: { width: 170, text: true, sort: 'series', cell: item => item.seriesName },
  number: { width: 64, sort: 'number', cell: item => plain(item.number) },
  volume: { width: 76, cell: item => plain(item.volume) },
  chapter: { width: 84, cell: item => plain(item.chapter) },
  pages: { width: 72, sort: 'page_count', cell: item => (item.pageCount > 0 ? formatNumber(item.pageCount) : null) },
  format: { width: 78, text: true, cell: item => item.fileFormat.toUpperCase() },
  size: { width: 84, sort: 'file_size', cell: item => formatSize(item.fileSize) },
  progress: {
    width: 96,
    text: true,
    cell: item => {
      const state = readingState(item)
      return state === 'reading' ? formatPercent(shareRead(item)) : t(`progress.${state}`)
    },
  },
  read: { width: 116, sort: 'last_read', cell: item => date(item.readProgress?.updatedAt) },
  library: { width: 130, text: true, cell: item => item.libraryName },
  added: { width: 116, sort: 'created_at', cell: item => date(item.createdAt) },
  file: { width: 220, text: true, sort: 'filename', cell: item => item.path.split('/').at(-1) },
}

export function columnOf(kind: ListKind, id: string): Column<SeriesDto | BookDto> | undefined {
  return (kind === 'series' ? series : books)[id] as Column<SeriesDto | BookDto> | undefined
}

export const titleSort = (kind: ListKind): string => (kind === 'series' ? 'name' : 'title')
