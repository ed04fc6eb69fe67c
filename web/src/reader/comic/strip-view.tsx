import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { Move, Taps } from './direction.rules'
import type { Size } from './fit.rules'
import type { PageImages } from './page-images'
import { PagePicture } from './page-picture'
import type { PageShape } from './spreads.rules'
import { heightOf, layStrip, pageInView, placeAt, type StripPlace, stripWidth, stripWindow } from './strip.rules'
import classes from './strip-view.module.css'
import { type PageSurface, panBySteps, scrollBySteps } from './surface'
import { useAutoScroll } from './use-auto-scroll'
import type { PageMargins } from './use-margins'
import { usePageGestures } from './use-page-gestures'
import { useScroll } from './use-scroll'
import { useWheel } from './use-wheel'
import { useZoom } from './use-zoom'

export type StripViewProps = {
  readonly surface: Ref<PageSurface>
  readonly images: PageImages
  readonly shapes: readonly PageShape[]
  readonly addressOf: (page: number) => string
  readonly onShape: (page: number, shape: Size) => void
  readonly margins: PageMargins
  readonly view: Size
  /** Percent of the screen's width. */
  readonly widthPercent: number
  /** The requested page; a new `jump` scrolls there, manual scrolling does not change it. */
  readonly page: number
  readonly jump: number
  readonly onPage: (page: number, byHand: boolean) => void
  readonly onMove: (move: Move) => void
  /** The strip was scrolled manually. */
  readonly onRead: () => void
  readonly onCentre: () => void
  readonly taps: Taps
  readonly scrolling: boolean
  readonly scrollSpeed: number
  readonly onStop: () => void
  readonly end: ReactNode
}

/** All pages in one seamless strip. Only pages near the screen are in the document. */
export function StripView(props: StripViewProps) {
  const { surface, images, shapes, addressOf, onShape, margins, view, widthPercent } = props
  const { page, jump, onPage, onMove, onCentre } = props
  const scroller = useRef<HTMLDivElement>(null)
  const zoom = useZoom(scroller, 'strip')
  const plainWidth = stripWidth(view, widthPercent)
  const strip = useMemo(
    () => layStrip(shapes, plainWidth * zoom.zoom, window.devicePixelRatio),
    [shapes, plainWidth, zoom.zoom],
  )
  const { top, onScroll } = useScroll(scroller)
  const gestures = usePageGestures({
    view: scroller,
    scroller,
    direction: 'webtoon',
    taps: props.taps,
    zoom,
    onMove,
    onCentre,
  })
  useWheel({ view: scroller, scroller, zoom })
  useAutoScroll({ scroller, on: props.scrolling, speed: props.scrollSpeed, onStop: props.onStop })
  useImperativeHandle(surface, () => ({
    scroll: (towards, share) => !!scroller.current && scrollBySteps(scroller.current, towards, share),
    pan: towards => void panBySteps(scroller.current, towards),
    zoomBy: zoom.zoomBy,
  }))

  // The content at the top edge stays there when the strip's width or a page's height changes.
  const place = useRef<StripPlace>({ page, fraction: 0 })
  const laid = useRef(strip)
  const remember = useCallback(() => {
    const element = scroller.current
    if (element) place.current = placeAt(laid.current, element.scrollTop)
  }, [])
  useLayoutEffect(() => {
    if (laid.current === strip) return
    const wasZoomed = laid.current.width !== strip.width && zoom.zoom !== 1
    laid.current = strip
    if (!wasZoomed) scroller.current?.scrollTo({ top: heightOf(strip, place.current), behavior: 'instant' })
  }, [strip, zoom.zoom])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new jump moves the strip
  useLayoutEffect(() => {
    place.current = { page, fraction: 0 }
    scroller.current?.scrollTo({ top: heightOf(laid.current, place.current), behavior: 'instant' })
  }, [jump])

  const seen = pageInView(strip, top, view.height)
  const opened = useRef(false)
  useEffect(() => {
    onPage(seen, opened.current)
    opened.current = true
  }, [seen, onPage])

  const [first, last] = stripWindow(strip, top, view.height)
  const numbers = Array.from({ length: Math.min(last, shapes.length - 1) - first + 1 }, (_, at) => first + at)
  return (
    <div
      ref={scroller}
      className={classes.view}
      {...gestures}
      onWheel={event => event.ctrlKey || props.onRead()}
      onTouchMove={props.onRead}
      onScroll={() => {
        remember()
        onScroll()
      }}
    >
      <div className={classes.strip} style={{ width: strip.width }}>
        <div style={{ height: strip.tops.at(-1) }}>
          {numbers.map(at => {
            const from = strip.tops[at] ?? 0
            const height = (strip.tops[at + 1] ?? from) - from
            return (
              <div key={at} className={classes.page} style={{ top: from, height }}>
                <PagePicture
                  images={images}
                  address={addressOf(at)}
                  number={at + 1}
                  size={{ width: strip.width, height }}
                  onShape={onShape}
                  margins={margins}
                />
              </div>
            )
          })}
        </div>
        <div className={classes.end}>{props.end}</div>
      </div>
    </div>
  )
}
