import type { ReactNode } from 'react'
import type { BookDto } from '../api'

/** Panels for the file's contents; `onGo` takes a 0-based page. */
export interface PageTools {
  /** False once the file was opened and has no contents. */
  readonly hasContents: boolean
  /** `page` is the current one, 0-based. */
  readonly contents: (panel: ToolPanel & { readonly page: number }) => ReactNode
  readonly search: (panel: ToolPanel) => ReactNode
}
export type ToolPanel = { readonly onGo: (page: number) => void; readonly onClose: () => void }

export interface ReaderProps {
  readonly book: BookDto
  /** Progress is neither read nor written. */
  readonly incognito: boolean
  /** 1-based page in the address. */
  readonly page: number | undefined
  /** Id of an ebook mark in the address. */
  readonly mark: string | undefined
  /** Id of the current reading list. */
  readonly list: string | undefined
  /** Updates the page (1-based) in the address, for a reload. */
  readonly onPage: (page: number) => void
  /** To the book's page. */
  readonly onLeave: () => void
  readonly onOpenBook: (bookId: string) => void
  readonly onOpenSeries: (seriesId: string) => void
  readonly onOpenList: (listId: string) => void
  /** PDF only: shows text instead of page images. */
  readonly onTextMode?: () => void
  /** PDF only: contents and search, for page images. */
  readonly tools?: PageTools
}
