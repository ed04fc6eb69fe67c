import { useState } from 'react'
import type { MarkDto } from '../../../api'
import { tm } from '../../../features/marks'
import list from '../../chrome/contents-list.module.css'
import { Sheet } from '../../chrome/sheet'
import { type ContentsTab, ContentsTabs } from '../../marks/contents-tabs'
import { MarksList } from '../../marks/marks-list'
import { tr } from '../../messages'
import type { OutlineLine } from './outline.rules'
import type { PdfView } from './use-pdf-view'

type Props = {
  readonly view: PdfView
  readonly outline: readonly OutlineLine[]
  readonly marks: readonly MarkDto[]
  readonly onJump: () => void
  /** To a page, 1-based. */
  readonly onGo: (page: number) => void
  readonly onEdit: (mark: MarkDto) => void
  readonly onClose: () => void
}

// The panel opens with its last tab.
let lastTab: ContentsTab = 'contents'

/** The outline of the PDF, if it has one, and the reader's marks. */
export function OutlineSheet({ view, outline, marks, onJump, onGo, onEdit, onClose }: Props) {
  const [chosen, setTab] = useState(lastTab)
  lastTab = chosen
  const tab = outline.length === 0 ? 'marks' : chosen
  return (
    <Sheet title={tab === 'contents' ? tr('contents') : tm('marks.title')} onClose={onClose}>
      {outline.length > 0 && <ContentsTabs contents={tr('contents')} tab={tab} onTab={setTab} />}
      {tab === 'contents' ? (
        <Outline view={view} outline={outline} onJump={onJump} onClose={onClose} />
      ) : (
        <MarksList marks={marks} onGo={({ page }) => onGo(page ?? 1)} onEdit={onEdit} />
      )}
    </Sheet>
  )
}

/** The outline of the PDF. */
function Outline({ view, outline, onJump, onClose }: Pick<Props, 'view' | 'outline' | 'onJump' | 'onClose'>) {
  return (
    <ol>
      {outline.map((line, at) => (
        <li key={`${at}.${line.title}`} style={{ paddingLeft: `${line.depth * 16}px` }}>
          <button
            type="button"
            className={list.line}
            data-first-focus={at === 0 ? '' : undefined}
            onClick={() => {
              onClose()
              onJump()
              void view.links.goToDestination(line.destination as string)
            }}
          >
            {line.title}
          </button>
        </li>
      ))}
    </ol>
  )
}
