import { type RefObject, useMemo, useRef, useState } from 'react'
import type { BookDto, PageDto } from '../../api'
import { useWayBack, type WayBack } from '../chrome/use-way-back'
import { type SavedSettings, useSettings } from '../settings/use-settings'
import { type ComicSettings, comicSettings, directionOf, showsDouble } from './comic-settings'
import type { Move } from './direction.rules'
import { fitSpread, type Size } from './fit.rules'
import { type Margins, withoutMargins } from './margins.rules'
import { pageAddress } from './page-address'
import type { PageImages } from './page-images'
import { preloadOrder, stripOrder } from './preload.rules'
import type { PageShape, Spread } from './spreads.rules'
import { stripWidth } from './strip.rules'
import { looksLikeStrip } from './strip-shape.rules'
import type { PageSurface } from './surface'
import { type PageMargins, useMargins } from './use-margins'
import { usePageImages } from './use-page-images'
import { type Guide, usePanels } from './use-panels'
import { type Shapes, shapesOf, sizeOf, useShapes } from './use-shapes'
import { type Turning, useTurning } from './use-turning'
import { useViewSize } from './use-view-size'

/** Maximum extra width of an image whose borders are cropped. */
const CROPPED = 1.25

/** State of an open comic: the place, the view, and the images. */
export interface Comic extends Shapes {
  readonly book: BookDto
  readonly total: number
  readonly saved: SavedSettings<ComicSettings>
  readonly turning: Turning
  /** To a page, 0-based. */
  readonly wayBack: WayBack<number>
  readonly goBack: () => void
  readonly images: PageImages
  readonly margins: PageMargins
  /** Shapes without the margins that are cropped. */
  readonly shown: readonly PageShape[]
  readonly shownOf: (page: number) => Size
  /** Address of a page's image, with this factor of the unzoomed resolution. */
  readonly addressOf: (page: number, zoom?: number) => string
  /** The container of the pages, and its size once laid out. */
  readonly stage: RefObject<HTMLDivElement | null>
  readonly view: Size | null
  readonly surface: RefObject<PageSurface | null>
  readonly double: boolean
  readonly strip: boolean
  /** One panel after the other. */
  readonly guided: boolean
  readonly guide: Guide
  /** The strip scrolls by itself. */
  readonly scrolling: boolean
  readonly setScrolling: (on: boolean) => void
}

/** `opening` is the 0-based page to begin with. */
export function useComic(book: BookDto, pages: readonly PageDto[], opening: number): Comic {
  const fromBook = useMemo(
    () => ({ direction: looksLikeStrip(shapesOf(pages)) ? ('webtoon' as const) : directionOf(book.readingDirection) }),
    [book.readingDirection, pages],
  )
  const saved = useSettings(comicSettings, book, fromBook)
  const stage = useRef<HTMLDivElement>(null)
  const surface = useRef<PageSurface>(null)
  const view = useViewSize(stage)
  const shapes = useShapes(pages)
  const strip = saved.settings.direction === 'webtoon'
  const double = view !== null && showsDouble(saved.settings, view)
  const turning = useTurning(shapes.shapes, opening, { double, coverAlone: saved.settings.coverAlone })
  const { crop } = saved.settings
  const margins = useMargins(crop)
  const shown = useMemo(
    () => shapes.shapes.map((shape, at) => cropped(shape, margins.marginsOf(at))),
    [shapes.shapes, margins],
  )
  const shownOf = (at: number) => sizeOf(shown[at])
  const widthOf = widthOnScreen(shapes, view, saved.settings)
  // The crop is known only once there is an image, which must not be fetched twice for it.
  const addressOf = (at: number, zoom = 1) =>
    pageAddress(book, at, widthOf(at, turning.spreads) * zoom * (crop ? CROPPED : 1), pages[at]?.width ?? null)
  const order = strip
    ? stripOrder(turning.page, pages.length)
    : preloadOrder(turning.spreads, turning.index, turning.going)
  const images = usePageImages(view ? order.map(at => addressOf(at)) : [])
  const { direction, panels } = saved.settings
  const guided = panels && !strip
  const guide = usePanels({
    on: guided,
    images,
    address: view ? addressOf(turning.page) : '',
    page: turning.page,
    going: turning.going,
    rightToLeft: direction === 'rtl',
  })
  const turn = (move: Move) => guide.step(move) || turning.turn(move)
  const wayBack = useWayBack<number>(String(turning.page))
  const goTo = (page: number) => {
    // At the end, the book is read again.
    if (turning.index < turning.spreads.length) wayBack.jumpedFrom(turning.page)
    turning.goTo(page)
  }
  const goBack = () => {
    if (wayBack.place === null) return
    wayBack.taken()
    turning.goTo(wayBack.place)
  }
  const [scrolling, setScrolling] = useState(false)
  const total = pages.length
  const laid = {
    margins,
    shown,
    shownOf,
    addressOf,
    stage,
    view,
    surface,
    double,
    strip,
    guided,
    guide,
    scrolling: scrolling && strip,
    setScrolling,
  }
  return { book, total, saved, turning: { ...turning, turn, goTo }, wayBack, goBack, images, ...laid, ...shapes }
}

function cropped({ width, height }: PageShape, crop: Margins | null | undefined): PageShape {
  return crop && width && height ? withoutMargins({ width, height }, crop) : { width, height }
}

/** The displayed width of a page, before zoom: preloading must request the same address as the view. */
function widthOnScreen(shapes: Shapes, view: Size | null, settings: ComicSettings) {
  return (page: number, spreads: readonly Spread[]): number => {
    if (!view) return 0
    if (settings.direction === 'webtoon') return stripWidth(view, settings.stripWidth)
    const spread = spreads.find(([first, second]) => first === page || second === page) ?? [page]
    return fitSpread(spread.map(shapes.shapeOf), view, settings.fit)[spread[0] === page ? 0 : 1]?.width ?? 0
  }
}
