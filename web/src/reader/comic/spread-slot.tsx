import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type Fit, fitSpread, type Size } from './fit.rules'
import type { PageImages } from './page-images'
import { PagePicture } from './page-picture'
import classes from './spread-slot.module.css'
import type { Spread } from './spreads.rules'
import type { PageMargins } from './use-margins'

export type SpreadSlotProps = {
  readonly images: PageImages
  readonly spread: Spread
  /** Size of a page in image pixels; a guess if unknown. */
  readonly shapeOf: (page: number) => Size
  /** Address of a page's image, with this factor of resolution. */
  readonly addressOf: (page: number, zoom?: number) => string
  readonly onShape: (page: number, shape: Size) => void
  readonly margins: PageMargins
  readonly view: Size
  readonly fit: Fit
  readonly zoom: number
  readonly rightToLeft: boolean
  /** From which end the reader enters a page larger than the screen. */
  readonly enter: 'start' | 'end'
  /** Called with the scrolling element while this is the current spread. */
  readonly scroller: RefObject<HTMLDivElement | null> | null
}

/** One spread, centred in its own scroll container. */
export function SpreadSlot(props: SpreadSlotProps) {
  const { images, spread, shapeOf, addressOf, onShape, margins, view, fit, zoom, rightToLeft, enter, scroller } = props
  const own = useRef<HTMLDivElement>(null)
  const shapes = spread.map(shapeOf)
  const plain = fitSpread(shapes, view, fit)
  const boxes = fitSpread(shapes, view, fit, zoom)
  const width = boxes.reduce((sum, box) => sum + box.width, 0)
  const height = boxes[0]?.height ?? 0
  const overflow = { x: width > view.width + 1, y: height > view.height + 1 }

  useLayoutEffect(() => {
    if (scroller) scroller.current = own.current
  }, [scroller])

  const plainSize = `${plain.map(box => `${box.width}x${box.height}`)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new size brings the page back to where reading begins
  useLayoutEffect(() => {
    // Scrolling would lay out the page before its neighbours are rendered.
    if (!overflow.x && !overflow.y) return
    const element = own.current
    const atStart = enter === 'start'
    const left = atStart === rightToLeft ? element?.scrollWidth : 0
    element?.scrollTo({ top: atStart ? 0 : element.scrollHeight, left: left ?? 0, behavior: 'instant' })
  }, [enter, rightToLeft, plainSize])

  const pages = spread.map((page, at) => ({ page, box: boxes[at] ?? view }))
  if (rightToLeft) pages.reverse()
  const touch = [overflow.x && 'pan-x', overflow.y && 'pan-y'].filter(Boolean).join(' ') || 'none'
  return (
    <div ref={own} className={classes.view} style={{ touchAction: touch }} data-overflow={overflow.x || overflow.y}>
      <div className={classes.spread} style={{ width, height }}>
        {pages.map(({ page, box }) => (
          <PagePicture
            key={page}
            images={images}
            address={addressOf(page)}
            sharper={zoom > 1 ? addressOf(page, zoom) : null}
            number={page + 1}
            size={box}
            onShape={onShape}
            margins={margins}
          />
        ))}
      </div>
    </div>
  )
}
