import { IconPhotoOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { MarkDto } from '../../api'
import { ask, laterOrBack } from '../../api/connection'
import { tm } from '../../features/marks'
import classes from '../chrome/contents-list.module.css'
import { PageGrid } from '../chrome/page-grid'
import { Sheet } from '../chrome/sheet'
import { type ContentsTab, ContentsTabs } from '../marks/contents-tabs'
import { bookmarksOf, MarksList } from '../marks/marks-list'
import { tr } from '../messages'

type Props = {
  /** It opens instead of the table of contents. */
  readonly hasNoContents: boolean
  readonly total: number
  /** 0-based. */
  readonly current: number
  readonly marks: readonly MarkDto[]
  readonly thumbnail: (page: number) => string
  readonly onGo: (page: number) => void
  readonly onEdit: (mark: MarkDto) => void
  readonly onClose: () => void
}

// The panel opens with its last tab.
let lastTab: ContentsTab = 'contents'

/** The pages of the book, and the reader's marks. */
export function PagesSheet({ hasNoContents, total, current, marks, thumbnail, onGo, onEdit, onClose }: Props) {
  const [tab, setTab] = useState(lastTab)
  lastTab = tab
  const marked = new Set(bookmarksOf(marks).map(({ page }) => page))
  return (
    <Sheet title={tab === 'marks' ? tm('marks.title') : tr('pages')} onClose={onClose}>
      {hasNoContents && <p className={classes.none}>{tr('contents.none')}</p>}
      <ContentsTabs contents={tr('pages')} tab={tab} onTab={setTab} />
      {tab === 'marks' ? (
        <MarksList
          marks={marks}
          picture={({ page }) => thumbnail((page ?? 1) - 1)}
          onGo={({ page }) => onGo(Math.min(total, page ?? 1) - 1)}
          onEdit={onEdit}
        />
      ) : (
        <PageGrid
          total={total}
          current={current}
          isMarked={page => marked.has(page + 1)}
          picture={page => <Picture src={thumbnail(page)} />}
          onGo={onGo}
        />
      )}
    </Sheet>
  )
}

const TRIES = 4

/** Retried if it was rate-limited (429). */
function Picture({ src }: { readonly src: string }) {
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])
  const onError = () => {
    setFailed(true)
    if (attempt >= TRIES) return
    ask()
    cancel.current = laterOrBack(() => setAttempt(attempt + 1), 700 * 2 ** attempt)
  }
  return (
    <>
      {failed && <IconPhotoOff size={28} stroke={1.5} aria-hidden />}
      <img
        key={attempt}
        src={src}
        alt=""
        decoding="async"
        hidden={failed}
        onLoad={() => setFailed(false)}
        onError={onError}
      />
    </>
  )
}
