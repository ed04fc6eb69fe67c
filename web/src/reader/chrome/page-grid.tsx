import { IconBookmarkFilled } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { tm } from '../../features/marks'
import { tr } from '../messages'
import classes from './page-grid.module.css'

type Props = {
  readonly total: number
  /** 0-based. */
  readonly current: number
  readonly isMarked: (page: number) => boolean
  /** A small picture of a page, at most as high as `THUMBNAIL_HEIGHT`. */
  readonly picture: (page: number) => ReactNode
  readonly onGo: (page: number) => void
}

export const THUMBNAIL_HEIGHT = 148
const COLUMNS = 3
const ROW = 188
const SETTLE_MS = 120

/** All pages as thumbnails. Only visible rows are in the document, and only those are fetched. */
export function PageGrid({ total, current, isMarked, picture, onGo }: Props) {
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
    // Once its row is rendered: all pages before it would be on the way.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (document.activeElement?.closest('dialog')?.contains(body)) {
          body.querySelector<HTMLElement>('[aria-current=page]')?.focus({ preventScroll: true })
        }
      }),
    )
    return () => cancelAnimationFrame(frame)
  }, [body, rows, current])
  const findBody = useCallback((list: HTMLDivElement | null) => setBody(list?.parentElement ?? null), [])
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
                marked={isMarked(page)}
                picture={picture}
                onGo={onGo}
              />
            ))}
        </div>
      ))}
    </div>
  )
}

type ThumbnailProps = Pick<Props, 'picture' | 'onGo'> & {
  readonly page: number
  readonly current: boolean
  readonly marked: boolean
}

function Thumbnail({ page, current, marked, picture, onGo }: ThumbnailProps) {
  // Nothing is fetched during fast scrolling.
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [])
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
      <span className={classes.picture}>{settled && picture(page)}</span>
      {marked && <IconBookmarkFilled className={classes.ribbon} size={22} aria-hidden />}
      <span className={classes.number}>{page + 1}</span>
    </button>
  )
}
