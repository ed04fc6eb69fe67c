import { useDeferredValue } from 'react'
import { KeyHelp } from '../chrome/key-help'
import { GoToPage } from '../comic/go-to-page'
import { LookUpSheet } from '../marks/look-up-sheet'
import { MarkSheet } from '../marks/mark-sheet'
import type { Aloud } from './aloud/use-aloud'
import { AwaySheet } from './away-sheet'
import { ContentsSheet } from './contents-sheet'
import { epubKeys } from './epub-keys'
import { EpubSettingsSheet } from './epub-settings-sheet'
import { ImageSheet } from './image-sheet'
import type { EpubMarks } from './marks/use-epub-marks'
import { NoteSheet } from './notes/note-sheet'
import { SearchSheet } from './search/search-sheet'
import { type Epub, toPage } from './use-epub'
import type { ChapterTarget } from './use-frames'

export type EpubPanel =
  | { readonly kind: 'contents' | 'pages' | 'goTo' | 'search' | 'settings' | 'help' }
  | { readonly kind: 'mark'; readonly id: string }
  | { readonly kind: 'note'; readonly href: string }
  | { readonly kind: 'lookUp'; readonly quote: string; readonly progression: number }
  | { readonly kind: 'away'; readonly url: string }
  | { readonly kind: 'image'; readonly src: string; readonly alt: string }
  | null

type Props = {
  readonly epub: Epub
  readonly marks: EpubMarks
  readonly aloud: Aloud
  readonly panel: EpubPanel
  readonly onPanel: (panel: EpubPanel) => void
}

/** Panels above the text, one at a time. */
export function EpubPanels({ epub, marks, aloud, panel, onPanel }: Props) {
  const onClose = () => onPanel(null)
  const jump = (to: ChapterTarget) => {
    onClose()
    epub.jump(to)
  }
  // The key or button is answered first; the panel follows in the background. It is closed at once.
  const ready = useDeferredValue(panel)
  if (ready !== panel) return null
  switch (panel?.kind) {
    case 'contents':
    case 'pages':
      return (
        <ContentsSheet
          key={panel.kind}
          epub={epub}
          marks={marks.list}
          pagesFirst={panel.kind === 'pages'}
          onGo={jump}
          onSearch={() => onPanel({ kind: 'search' })}
          onClose={onClose}
        />
      )
    case 'goTo':
      return (
        <GoToPage
          page={(epub.here?.chapter ?? 0) + 1}
          total={epub.chapters.links.length}
          onGo={chapter => jump(toPage(chapter))}
          onClose={onClose}
        />
      )
    case 'mark': {
      const mark = marks.list.find(({ id }) => id === panel.id)
      return mark ? <MarkSheet key={mark.id} mark={mark} onClose={onClose} /> : null
    }
    case 'search':
      return <SearchSheet epub={epub} onGo={jump} onClose={onClose} />
    case 'settings':
      return <EpubSettingsSheet epub={epub} aloud={aloud} onClose={onClose} />
    case 'help':
      return <KeyHelp keys={epubKeys(epub.fixed !== null)} onClose={onClose} />
    case 'note':
      return (
        <NoteSheet
          epub={epub}
          href={panel.href}
          onClose={onClose}
          onNote={href => onPanel({ kind: 'note', href })}
          onAway={url => onPanel({ kind: 'away', url })}
        />
      )
    case 'lookUp':
      return (
        <LookUpSheet
          quote={panel.quote}
          from={epub.manifest.metadata.language ?? null}
          onReadAloud={
            aloud.can
              ? () => {
                  marks.unselect()
                  onClose()
                  aloud.start(panel)
                }
              : undefined
          }
          onClose={onClose}
        />
      )
    case 'away':
      return <AwaySheet url={panel.url} onClose={onClose} />
    case 'image':
      return <ImageSheet src={panel.src} alt={panel.alt} onClose={onClose} />
    default:
      return null
  }
}
