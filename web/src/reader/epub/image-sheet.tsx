import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type MouseEvent, useLayoutEffect, useRef, useState, type WheelEvent } from 'react'
import { BarButton } from '../chrome/bar-button'
import { Sheet } from '../chrome/sheet'
import { tr } from '../messages'
import classes from './small-sheets.module.css'

type Props = { readonly src: string; readonly alt: string; readonly onClose: () => void }

const STEP = 1.5
const MOST = 6
const CLICKED = 2

/** A single picture of the book: a click, the buttons and Ctrl with the wheel zoom it. */
export function ImageSheet({ src, alt, onClose }: Props) {
  const [zoom, setZoom] = useState(1)
  const picture = useRef<HTMLImageElement>(null)
  /** Its width when it fits the window. */
  const fitted = useRef(0)
  /** The part of the picture, as fractions, that stays at a point of the window. */
  const fixed = useRef<{ x: number; y: number; across: number; down: number } | null>(null)

  /** By a factor; the point of the event, or else the middle of the window, stays. */
  const by = (factor: number, event?: MouseEvent) => {
    const box = picture.current?.getBoundingClientRect()
    if (!box?.width) return
    if (zoom === 1) fitted.current = box.width
    // A click by keyboard has no place.
    const isPlaced = event !== undefined && event.detail + Number(event.type === 'wheel') > 0
    const [x, y] = isPlaced ? [event.clientX, event.clientY] : [window.innerWidth / 2, window.innerHeight / 2]
    fixed.current = { x, y, across: (x - box.left) / box.width, down: (y - box.top) / box.height }
    setZoom(was => Math.min(MOST, Math.max(1, was * factor)))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the picture has its new size
  useLayoutEffect(() => {
    const box = picture.current?.getBoundingClientRect()
    if (!box || !fixed.current) return
    const { x, y, across, down } = fixed.current
    const scroller = picture.current?.closest('button')?.parentElement
    scroller?.scrollBy({
      left: box.left + across * box.width - x,
      top: box.top + down * box.height - y,
      behavior: 'instant',
    })
  }, [zoom])

  const onWheel = (event: WheelEvent) => event.ctrlKey && by(Math.exp(-event.deltaY * 0.005), event)
  return (
    <Sheet title={alt || tr('image')} place="full" onClose={onClose}>
      <button
        type="button"
        className={classes.picture}
        data-large={zoom > 1}
        aria-label={alt || tr('image')}
        onClick={event => by(zoom > 1 ? 1 / zoom : CLICKED, event)}
        onWheel={onWheel}
      >
        <img ref={picture} src={src} alt={alt} style={zoom > 1 ? { width: fitted.current * zoom } : undefined} />
      </button>
      <div className={classes.zoom}>
        <BarButton
          label={tr('zoom.out')}
          icon={<IconZoomOut size={21} />}
          disabled={zoom <= 1}
          onClick={() => by(1 / STEP)}
        />
        <BarButton
          label={tr('zoom.in')}
          icon={<IconZoomIn size={21} />}
          disabled={zoom >= MOST}
          onClick={() => by(STEP)}
        />
      </div>
    </Sheet>
  )
}
