import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MarkDto } from '../../../api'
import { tm } from '../../../features/marks'
import list from '../../chrome/contents-list.module.css'
import { Sheet } from '../../chrome/sheet'
import { type ContentsTab, ContentsTabs } from '../../marks/contents-tabs'
import { MarksList } from '../../marks/marks-list'
import { tr } from '../../messages'
import type { OutlineLine } from './outline.rules'
import { OutlineList } from './outline-list'
import { readOutline } from './read-outline'
import type { PdfView } from './use-pdf-view'

type Props = {
  readonly view: PdfView
  /** Undefined until it is read, which in a slow or broken file may be never. */
  readonly outline: readonly OutlineLine[] | undefined
  readonly marks: readonly MarkDto[]
  /** 1-based. */
  readonly page: number
  readonly onJump: () => void
  /** To a page, 1-based. */
  readonly onGo: (page: number) => void
  readonly onEdit: (mark: MarkDto) => void
  readonly onClose: () => void
}

// The panel opens with its last tab.
let lastTab: ContentsTab = 'contents'

/** The outline of the PDF, if it has one, and the reader's marks. */
export function OutlineSheet({ view, outline, marks, page, onJump, onGo, onEdit, onClose }: Props) {
  const [chosen, setTab] = useState(lastTab)
  lastTab = chosen
  const tab = outline?.length === 0 ? 'marks' : chosen
  return (
    <Sheet title={tab === 'contents' ? tr('contents') : tm('marks.title')} onClose={onClose}>
      {outline?.length === 0 ? (
        <p className={list.none}>{tr('contents.none')}</p>
      ) : (
        <ContentsTabs contents={tr('contents')} tab={tab} onTab={setTab} />
      )}
      {tab === 'contents' ? (
        <Outline view={view} page={page} onJump={onJump} onClose={onClose} />
      ) : (
        <MarksList marks={marks} onGo={({ page }) => onGo(page ?? 1)} onEdit={onEdit} />
      )}
    </Sheet>
  )
}

/** The pages of its lines are read when it is shown: the file may have to be fetched for them. */
function Outline({ view, page, onJump, onClose }: Pick<Props, 'view' | 'page' | 'onJump' | 'onClose'>) {
  const { data, isPending, isError } = useQuery({
    queryKey: ['reader', 'placedOutline', view.document.fingerprints[0]],
    queryFn: () => readOutline(view.document),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const go = (destination: unknown) => {
    onClose()
    onJump()
    void view.links.goToDestination(destination as string)
  }
  return (
    <>
      {isPending && (
        <p className={list.none} role="status">
          {tr('contents.loading')}
        </p>
      )}
      {isError && <p className={list.none}>{tr('contents.failed')}</p>}
      {data && <OutlineList lines={data} page={page - 1} onGo={line => go(line.destination)} />}
    </>
  )
}
