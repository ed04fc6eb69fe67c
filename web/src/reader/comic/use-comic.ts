import { type RefObject, useCallback, useMemo, useRef } from 'react'
import type { BookDto, PageDto } from '../../api'
import { type KeptSettings, useSettings } from '../settings/use-settings'
import { type ComicSettings, comicSettings, directionOf, showsDouble } from './comic-settings'
import { fitSpread, type Size } from './fit.rules'
import { pageAddress } from './page-address'
import type { PageImages } from './page-images'
import { preloadOrder, stripOrder } from './preload.rules'
import type { Spread } from './spreads.rules'
import { stripWidth } from './strip.rules'
import type { PageSurface } from './surface'
import { usePageImages } from './use-page-images'
import { type Shapes, useShapes } from './use-shapes'
import { type Turning, useTurning } from './use-turning'
import { useViewSize } from './use-view-size'

/** An open comic: where the reader is, how it is shown, and its images. */
export interface Comic extends Shapes {
  readonly book: BookDto
  readonly total: number
  readonly kept: KeptSettings<ComicSettings>
  readonly turning: Turning
  readonly images: PageImages
  readonly addressOf: (page: number, cssWidth: number) => string
  /** The element that the pages fill, and its size once it is laid out. */
  readonly stage: RefObject<HTMLDivElement | null>
  readonly view: Size | null
  readonly surface: RefObject<PageSurface | null>
  readonly double: boolean
  readonly strip: boolean
}

/** `opening` is the 0-based page to begin with. */
export function useComic(book: BookDto, pages: readonly PageDto[], opening: number): Comic {
  const fromBook = useMemo(() => ({ direction: directionOf(book.readingDirection) }), [book.readingDirection])
  const kept = useSettings(comicSettings, book, fromBook)
  const stage = useRef<HTMLDivElement>(null)
  const surface = useRef<PageSurface>(null)
  const view = useViewSize(stage)
  const shapes = useShapes(pages)
  const strip = kept.settings.direction === 'webtoon'
  const double = view !== null && showsDouble(kept.settings, view)
  const turning = useTurning(shapes.shapes, opening, { double, coverAlone: kept.settings.coverAlone })
  const addressOf = useCallback(
    (at: number, cssWidth: number) => pageAddress(book, at, cssWidth, pages[at]?.width ?? null),
    [book, pages],
  )
  const widthOf = widthOnScreen(shapes, view, kept.settings)
  const order = strip
    ? stripOrder(turning.page, pages.length)
    : preloadOrder(turning.spreads, turning.index, turning.going)
  const images = usePageImages(view ? order.map(at => addressOf(at, widthOf(at, turning.spreads))) : [])
  return { book, total: pages.length, kept, turning, images, addressOf, stage, view, surface, double, strip, ...shapes }
}

/** How wide a page will be shown, before zoom: preloading has to ask for the very address that is shown later. */
function widthOnScreen(shapes: Shapes, view: Size | null, settings: ComicSettings) {
  return (page: number, spreads: readonly Spread[]): number => {
    if (!view) return 0
    if (settings.direction === 'webtoon') return stripWidth(view, settings.stripWidth)
    const spread = spreads.find(([first, second]) => first === page || second === page) ?? [page]
    return fitSpread(spread.map(shapes.shapeOf), view, settings.fit)[spread[0] === page ? 0 : 1]?.width ?? 0
  }
}
