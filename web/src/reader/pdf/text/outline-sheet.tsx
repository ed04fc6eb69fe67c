import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MarkDto } from '../../../api'
import { tm } from '../../../features/marks'
import list from '../../chrome/contents-list.module.css'
import { Sheet } from '../../chrome/sheet'
import { type ContentsTab, ContentsTabs } from '../../marks/contents-tabs'
import { MarksList } from '../../marks/marks-list'
import { tr } from '../../messages'
import { outlineLines } from './outline.rules'
import type { PdfView } from './use-pdf-view'

type Props = {
  readonly view: PdfView
  readonly marks: readonly MarkDto[]
  readonly onJump: () => void
  /** To a page, 1-based. */
  readonly onGo: (page: number) => void
  readonly onEdit: (mark: MarkDto) => void
  readonly onClose: () => void
}

// The panel opens with its last tab.
let lastTab: ContentsTab = 'contents'

/** The outline of the PDF, and the reader's marks. */
export function OutlineSheet({ view, marks, onJump, onGo, onEdit, onClose }: Props) {
  const [tab, setTab] = useState(lastTab)
  lastTab = tab
  return (
    <Sheet title={tab === 'contents' ? tr('contents') : tm('marks.title')} onClose={onClose}>
      <ContentsTabs contents={tr('contents')} tab={tab} onTab={setTab} />
      {tab === 'contents' ? (
        <Outline view={view} onJump={onJump} onClose={onClose} />
      ) : (
        <MarksList marks={marks} onGo={({ page }) => onGo(page ?? 1)} onEdit={onEdit} />
      )}
    </Sheet>
  )
}

/** The outline of the PDF. */
function Outline({ view, onJump, onClose }: Pick<Props, 'view' | 'onJump' | 'onClose'>) {
  const outline = useQuery({
    queryKey: ['reader', 'outline', view.document.fingerprints[0]],
    queryFn: async () => outlineLines(await view.document.getOutline()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      {outline.data?.length === 0 && <p className={list.none}>{tr('contents.none')}</p>}
      <ol>
        {outline.data?.map((line, at) => (
          <li key={`${at}.${line.title}`} style={{ paddingLeft: `${line.depth * 16}px` }}>
            <button
              type="button"
              className={list.line}
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
    </>
  )
}
