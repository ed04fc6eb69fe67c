import type { ReadingDirection } from '@octavo/contract/formats'
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import type { Move, Taps } from './direction.rules'
import { isVertical } from './direction.rules'
import type { Size } from './fit.rules'
import classes from './paged-view.module.css'
import { SpreadSlot, type SpreadSlotProps } from './spread-slot'
import type { Spread } from './spreads.rules'
import { type PageSurface, panBySteps, scrollBySteps } from './surface'
import { usePageGestures } from './use-page-gestures'
import { useWheel } from './use-wheel'
import { useZoom } from './use-zoom'

export type PagedViewProps = Omit<SpreadSlotProps, 'spread' | 'zoom' | 'enter' | 'scroller' | 'rightToLeft'> & {
  readonly surface: Ref<PageSurface>
  readonly view: Size
  readonly direction: ReadingDirection
  readonly spreads: readonly Spread[]
  /** Index of the current spread; one past the last shows `end`. */
  readonly index: number
  readonly going: Move
  readonly slide: boolean
  readonly taps: Taps
  readonly end: ReactNode
  readonly onMove: (move: Move) => void
  readonly onCentre: () => void
}

/** A little longer than the animation in the stylesheet. */
const SETTLE_MS = 240

/** Pages one spread at a time. Neighbouring spreads are rendered in advance, so that a turn only moves them. */
export function PagedView(props: PagedViewProps) {
  const { surface, direction, spreads, index, going, slide, taps, end, onMove, onCentre, ...slotProps } = props
  const stage = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState({ pixels: 0, held: false })
  const [settling, setSettling] = useState(false)
  const zoom = useZoom(scroller, index)
  const ending = index >= spreads.length

  useEffect(() => {
    if (!settling) return
    const timer = setTimeout(() => setSettling(false), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [settling])
  const onDrag = (pixels: number) => {
    setDrag({ pixels: resisted(pixels), held: pixels !== 0 })
    if (pixels === 0 && drag.held) setSettling(true)
  }
  const resisted = (pixels: number) => {
    const back = pixels > 0 === (direction !== 'rtl')
    return (back && index === 0) || (!back && ending) ? pixels / 4 : pixels
  }
  const gestures = usePageGestures({ view: stage, scroller, direction, taps, zoom, onDrag, onMove, onCentre })
  useWheel({ view: stage, scroller, zoom, onMove })
  useImperativeHandle(surface, () => ({
    scroll: (towards, share) => !!scroller.current && scrollBySteps(scroller.current, towards, share),
    pan: towards => void panBySteps(scroller.current, towards),
    zoomBy: zoom.zoomBy,
  }))

  const offset = (at: number) => (at - index) * (direction === 'rtl' ? -1 : 1)
  // A turned page is painted before its new neighbour.
  const around = useDeferredValue(index)
  const near = [...new Set([around - 1, around, around + 1, index])]
    .filter(at => at >= 0 && at <= spreads.length)
    .sort((a, b) => a - b)
  return (
    <div
      ref={stage}
      className={classes.stage}
      style={{ '--drag': `${drag.pixels}px` } as CSSProperties}
      data-axis={isVertical(direction) ? 'y' : 'x'}
      data-held={drag.held}
      data-slide={slide || settling}
      {...gestures}
    >
      {near.map(at => {
        const current = at === index
        const spread = spreads[at]
        return (
          <div
            key={at}
            className={classes.slot}
            style={{ '--offset': offset(at) } as CSSProperties}
            inert={!current}
            data-current={current}
          >
            {spread ? (
              <SpreadSlot
                {...slotProps}
                spread={spread}
                rightToLeft={direction === 'rtl'}
                zoom={current ? zoom.zoom : 1}
                enter={at > index || (current && going === 'next') ? 'start' : 'end'}
                scroller={current ? scroller : null}
              />
            ) : (
              <div className={classes.end}>{end}</div>
            )}
          </div>
        )
      })}
    </div>
  )
}
