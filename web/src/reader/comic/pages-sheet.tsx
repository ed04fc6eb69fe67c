import { IconBookmarkFilled } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MarkDto } from '../../api'
import { ask, laterOrBack } from '../../api/connection'
import { tm } from '../../features/marks'
import { Sheet } from '../chrome/sheet'
import { type ContentsTab, ContentsTabs } from '../marks/contents-tabs'
import { MarksList } from '../marks/marks-list'
import { tr } from '../messages'
import classes from './pages-sheet.module.css'

type Props = {
  readonly total: number
  /** 0-based. */
  readonly current: number
  readonly marks: readonly MarkDto[]
  readonly thumbnail: (page: number) => string
  readonly onGo: (page: number) => void
  readonly onEdit: (mark: MarkDto) => void
  readonly onClose: () => void
}

const COLUMNS = 3
const ROW = 188

// The panel opens with its last tab.
let lastTab: ContentsTab = 'contents'

/** The pages of the book, and the reader's marks. */
export function PagesSheet({ onClose, ...props }: Props) {
  const [tab, setTab] = useState(lastTab)
  lastTab = tab
  return (
    <Sheet title={tr('pages')} onClose={onClose}>
      <ContentsTabs contents={tr('pages')} tab={tab} onTab={setTab} />
      {tab === 'contents' ? (
        <AllPages {...props} />
      ) : (
        <MarksList
          marks={props.marks}
          picture={({ page }) => props.thumbnail((page ?? 1) - 1)}
          onGo={({ page }) => props.onGo(Math.min(props.total, page ?? 1) - 1)}
          onEdit={props.onEdit}
        />
      )}
    </Sheet>
  )
}

/** All pages as thumbnails. Only visible rows are in the document, and only those are fetched. */
function AllPages({ total, current, marks, thumbnail, onGo }: Omit<Props, 'onClose' | 'onEdit'>) {
  const [body, setBody] = useState<HTMLElement | null>(null)
  const rows = useVirtualizer({
    count: Math.ceil(total / COLUMNS),
    getScrollElement: () => body,
    estimateSize: () => ROW,
    overscan: 2,
  })
  const opened = useRef(false)
  useEffect(() => {
    if (!body || opened.current) return
    opened.current = true
    rows.scrollToIndex(Math.floor(current / COLUMNS), { align: 'center' })
  }, [body, rows, current])
  const findBody = useCallback((list: HTMLDivElement | null) => setBody(list?.parentElement ?? null), [])
  const marked = new Set(marks.map(({ page }) => page))
  return (
    <div ref={findBody} className={classes.list} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(row => (
        <div key={row.key} className={classes.row} style={{ transform: `translateY(${row.start}px)` }}>
          {Array.from({ length: COLUMNS }, (_, at) => row.index * COLUMNS + at)
            .filter(page => page < total)
            .map(page => (
              <Thumbnail
                key={page}
                page={page}
                current={page === current}
                marked={marked.has(page + 1)}
                src={thumbnail(page)}
                onGo={onGo}
              />
            ))}
        </div>
      ))}
    </div>
  )
}

type ThumbnailProps = {
  readonly page: number
  readonly current: boolean
  readonly marked: boolean
  readonly src: string
  readonly onGo: Props['onGo']
}

const SETTLE_MS = 120
const TRIES = 4

function Thumbnail({ page, current, marked, src, onGo }: ThumbnailProps) {
  // Nothing is fetched during fast scrolling; a rate-limited one (429) is retried.
  const [attempt, setAttempt] = useState(-1)
  const cancel = useRef(() => {})
  useEffect(() => {
    const timer = setTimeout(() => setAttempt(0), SETTLE_MS)
    return () => {
      clearTimeout(timer)
      cancel.current()
    }
  }, [])
  const onError = () => {
    if (attempt >= TRIES) return
    ask()
    cancel.current = laterOrBack(() => setAttempt(attempt + 1), 700 * 2 ** attempt)
  }
  return (
    <button
      type="button"
      className={classes.page}
      aria-current={current ? 'page' : undefined}
      aria-label={
        marked ? `${tr('page', { page: page + 1 })}, ${tm('marks.bookmark')}` : tr('page', { page: page + 1 })
      }
      onClick={() => onGo(page)}
    >
      <span className={classes.picture}>
        {attempt >= 0 && <img key={attempt} src={src} alt="" decoding="async" onError={onError} />}
      </span>
      {marked && <IconBookmarkFilled className={classes.ribbon} size={22} aria-hidden />}
      <span className={classes.number}>{page + 1}</span>
    </button>
  )
}
