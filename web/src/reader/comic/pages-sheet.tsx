import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Sheet } from '../chrome/sheet'
import { tr } from '../messages'
import classes from './pages-sheet.module.css'

type Props = {
  readonly total: number
  /** 0-based. */
  readonly current: number
  readonly thumbnail: (page: number) => string
  readonly onGo: (page: number) => void
  readonly onClose: () => void
}

const COLUMNS = 3
const ROW = 188

/** All pages as small pictures. Only the rows in sight are in the document, and only those are fetched. */
export function PagesSheet({ total, current, thumbnail, onGo, onClose }: Props) {
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
  return (
    <Sheet title={tr('pages')} onClose={onClose}>
      <div ref={findBody} className={classes.list} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(row => (
          <div key={row.key} className={classes.row} style={{ transform: `translateY(${row.start}px)` }}>
            {Array.from({ length: COLUMNS }, (_, at) => row.index * COLUMNS + at)
              .filter(page => page < total)
              .map(page => (
                <Thumbnail key={page} page={page} current={page === current} src={thumbnail(page)} onGo={onGo} />
              ))}
          </div>
        ))}
      </div>
    </Sheet>
  )
}

type ThumbnailProps = {
  readonly page: number
  readonly current: boolean
  readonly src: string
  readonly onGo: Props['onGo']
}

const SETTLE_MS = 120
const TRIES = 4

function Thumbnail({ page, current, src, onGo }: ThumbnailProps) {
  // While the list flies by nothing is fetched; what is refused for a moment (429) is asked for again.
  const [attempt, setAttempt] = useState(-1)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    timer.current = setTimeout(() => setAttempt(0), SETTLE_MS)
    return () => clearTimeout(timer.current)
  }, [])
  const onError = () => {
    if (attempt < TRIES) timer.current = setTimeout(() => setAttempt(attempt + 1), 700 * 2 ** attempt)
  }
  return (
    <button
      type="button"
      className={classes.page}
      aria-current={current ? 'page' : undefined}
      aria-label={tr('page', { page: page + 1 })}
      onClick={() => onGo(page)}
    >
      <span className={classes.picture}>
        {attempt >= 0 && <img key={attempt} src={src} alt="" decoding="async" onError={onError} />}
      </span>
      <span className={classes.number}>{page + 1}</span>
    </button>
  )
}
