import type { ReactNode } from 'react'
import type { BookDto } from '../api'

/** Panels that know what is in the file; `onGo` takes a page, counted from 0. */
export interface PageTools {
  readonly contents: (panel: ToolPanel) => ReactNode
  readonly search: (panel: ToolPanel) => ReactNode
}
export type ToolPanel = { readonly onGo: (page: number) => void; readonly onClose: () => void }

export interface ReaderProps {
  readonly book: BookDto
  /** Nothing is saved: neither read from nor written to the progress. */
  readonly incognito: boolean
  /** 1-based page that the address asks for. */
  readonly page: number | undefined
  /** Id of a mark of an ebook that the address asks for. */
  readonly mark: string | undefined
  /** Id of the reading list that the book is read from. */
  readonly list: string | undefined
  /** Tells the address where the reader is (1-based), so that a reload comes back. */
  readonly onPage: (page: number) => void
  /** To the book's page. */
  readonly onLeave: () => void
  readonly onOpenBook: (bookId: string) => void
  readonly onOpenSeries: (seriesId: string) => void
  /** PDF only: shows the text instead of images of the pages. */
  readonly onTextMode?: () => void
  /** PDF only: contents and search, next to images of the pages. */
  readonly tools?: PageTools
}
