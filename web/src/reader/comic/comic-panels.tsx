import { useDeferredValue } from 'react'
import type { MarkDto } from '../../api'
import { KeyHelp } from '../chrome/key-help'
import type { BookMarks } from '../marks/use-book-marks'
import type { PageTools } from '../reader.types'
import { comicKeys } from './comic-keys'
import { ComicSettingsSheet } from './comic-settings-sheet'
import { GoToPage } from './go-to-page'
import { OwnKeysForm } from './own-keys-form'
import { pageThumbnail } from './page-address'
import { PagesSheet } from './pages-sheet'
import type { Comic } from './use-comic'

export type ComicPanel = 'contents' | 'search' | 'settings' | 'pages' | 'goTo' | 'help' | null

type Props = {
  readonly comic: Comic
  readonly marks: BookMarks
  readonly panel: ComicPanel
  readonly tools: PageTools | undefined
  readonly onEdit: (mark: MarkDto) => void
  readonly onMarkArea: () => void
  readonly onKeys: () => void
  readonly onClose: () => void
}

/** Panels above the pages, one at a time. */
export function ComicPanels({ comic, marks, panel, tools, onEdit, onMarkArea, onKeys, onClose }: Props) {
  const { book, turning, total, saved } = comic
  const goTo = (page: number) => {
    onClose()
    turning.goTo(page)
  }
  const pages = (hasNoContents: boolean) => (
    <PagesSheet
      hasNoContents={hasNoContents}
      total={total}
      current={turning.page}
      marks={marks.list}
      onEdit={onEdit}
      thumbnail={page => pageThumbnail(book, page)}
      onGo={goTo}
      onClose={onClose}
    />
  )
  // The key or button is answered first; the panel follows in the background. It is closed at once.
  const ready = useDeferredValue(panel)
  switch (ready === panel ? panel : null) {
    case 'contents':
      return tools?.hasContents ? tools.contents({ page: turning.page, onGo: goTo, onClose }) : pages(true)
    case 'search':
      return tools?.search({ onGo: goTo, onClose })
    case 'settings':
      return (
        <ComicSettingsSheet
          saved={saved}
          series={book.seriesName}
          onMarkArea={tools && onMarkArea}
          onKeys={onKeys}
          onClose={onClose}
        />
      )
    case 'help':
      return (
        <KeyHelp keys={comicKeys()} onClose={onClose}>
          <OwnKeysForm saved={saved} />
        </KeyHelp>
      )
    case 'goTo':
      return <GoToPage page={turning.page + 1} total={total} onGo={goTo} onClose={onClose} />
    case 'pages':
      return pages(false)
    default:
      return null
  }
}
