import { MARK_COLORS, type MarkColor } from '@octavo/contract/mark-limits'
import { type PointerEvent, useContext, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { MarkDto, MarkRegion } from '../../api/types'
import { nudged } from '../../features/covers/crop.rules'
import { tm } from '../../features/marks'
import { formatPercent, t } from '../../messages'
import read from '../../ui/read-out.module.css'
import { isForReader } from '../chrome/is-for-reader'
import { tr } from '../messages'
import { PageMarksContext } from './page-marks'
import {
  boxOfRegion,
  enters,
  isTowards,
  isWithin,
  leadsOut,
  middleOf,
  regionBetween,
  roundedRegion,
  type ScreenBox,
  seenPart,
} from './region.rules'
import classes from './region-layer.module.css'
import { SelectionBar } from './selection-bar'

export interface PageRegion {
  /** 1-based. */
  readonly page: number
  readonly region: MarkRegion
}

type Props = {
  /** The page that the button for a whole page marks, 1-based. */
  readonly page: number
  readonly onHighlight: (part: PageRegion, color: MarkColor) => void
  readonly onNote: (part: PageRegion) => void
  readonly onEdit: (mark: MarkDto) => void
  readonly onDone: () => void
}

type Point = { readonly x: number; readonly y: number }
type Drag = { readonly page: number; readonly from: Point; readonly to: Point }

/** A shorter drag is a tap. */
const SHORTEST = 8
const WHOLE: MarkRegion = { x: 0, y: 0, width: 1, height: 1 }
const STEP = 0.01
/** With less of it on the screen, an area does not come over to a page. */
const LEAST_SEEN = 0.05
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}

/** Lies over the pages while the reader marks a part of one of them. A tap on a marked area opens it. */
export function RegionLayer({ page, onHighlight, onNote, onEdit, onDone }: Props) {
  const layer = useRef<HTMLDivElement>(null)
  const marks = useContext(PageMarksContext)
  const [drag, setDrag] = useState<Drag | null>(null)
  const [chosen, setChosen] = useState<PageRegion | null>(null)
  const [whole, setWhole] = useState<ScreenBox | null>(null)

  const begin = (event: PointerEvent<HTMLDivElement>) => {
    // A second finger neither starts nor ends a drag.
    if (event.button !== 0 || !event.isPrimary || event.target !== event.currentTarget) return
    const from = { x: event.clientX, y: event.clientY }
    const at = pageAt(from)
    setChosen(null)
    if (at === null) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ page: at, from, to: from })
  }
  const move = (event: PointerEvent) =>
    drag && event.isPrimary && setDrag({ ...drag, to: { x: event.clientX, y: event.clientY } })
  const end = (event: PointerEvent) => {
    if (!event.isPrimary) return
    setDrag(null)
    const box = drag && boxOfPage(drag.page)
    if (!drag || !box) return
    if (Math.hypot(drag.to.x - drag.from.x, drag.to.y - drag.from.y) < SHORTEST) {
      const isHit = ({ page: of, region }: MarkDto) =>
        of === drag.page && region != null && isWithin(drag.to, boxOfRegion(region, box))
      const mark = marks.findLast(isHit)
      if (mark) onEdit(mark)
      return
    }
    choose(drag.page, regionBetween(drag.from, drag.to, box))
  }
  const choose = (of: number, region: MarkRegion | null) => {
    setWhole(boxOfPage(of))
    setChosen(region && { page: of, region })
  }

  const chosenPage = chosen?.page ?? null
  useEffect(() => {
    if (chosenPage === null) return
    const observer = new ResizeObserver(() => setWhole(boxOfPage(chosenPage)))
    const shown = document.querySelectorAll(`[data-page="${chosenPage}"] [data-whole-page]`)
    for (const element of [document.documentElement, ...shown]) observer.observe(element)
    return () => observer.disconnect()
  }, [chosenPage])
  // The button that was pressed is gone.
  const chooseWhole = () => {
    flushSync(() => choose(page, WHOLE))
    layer.current?.querySelector('button')?.focus()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = ARROWS[event.key]
    const isOnFrame = event.target instanceof Element && event.target.hasAttribute('data-frame')
    const toColours = isOnFrame && event.key === 'Enter'
    if (!(by || toColours) || !isForReader(event) || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    if (!by) return layer.current?.querySelector('button')?.focus()
    const next = chosen ? moved(chosen, by, event.shiftKey) : middleOfPage(pageAfter(page, { ...by, y: 0 }))
    flushSync(() => choose(next.page, next.region))
    layer.current?.querySelector<HTMLElement>('[data-frame]')?.focus()
  })
  useEffect(() => {
    // Before the reader, whose pages these keys turn.
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [])

  const severalShown = chosen && [chosen.page - 1, chosen.page + 1].some(other => boxOfPage(other))
  const inLayer = (box: ScreenBox) => {
    const { left = 0, top = 0 } = layer.current?.getBoundingClientRect() ?? {}
    return { ...box, left: box.left - left, top: box.top - top }
  }
  const shown = chosen ?? (drag && partOf(drag))
  const around = shown && (chosen ? whole : boxOfPage(shown.page))
  const frame = shown && around && inLayer(boxOfRegion(shown.region, around))
  return (
    <div
      ref={layer}
      className={classes.layer}
      data-region-layer
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={event => event.isPrimary && setDrag(null)}
    >
      {frame && (
        // biome-ignore lint/a11y/useSemanticElements: there is no element for a part of a picture
        <div
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move it
          tabIndex={0}
          className={classes.frame}
          data-frame
          aria-label={tm('marks.area')}
          style={frame}
        />
      )}
      <p className={read.readOut} role="status">
        {chosen && severalShown && `${tr('page', { page: chosen.page })}: `}
        {chosen &&
          tm('marks.areaSaid', {
            left: formatPercent(chosen.region.x),
            top: formatPercent(chosen.region.y),
            width: formatPercent(chosen.region.width),
            height: formatPercent(chosen.region.height),
          })}
      </p>
      {chosen && frame ? (
        <SelectionBar
          label={tm('marks.area')}
          selected={{ quote: null, box: frame }}
          onHighlight={color => onHighlight(chosen, color)}
          onNote={() => onNote(chosen)}
          onDone={onDone}
        />
      ) : (
        <div className={classes.hint} role="toolbar" aria-label={tm('marks.region')} hidden={drag !== null}>
          <span className={classes.text}>{tm('marks.regionHint')}</span>
          <span className={classes.keys}>{tm('marks.regionKeys')}</span>
          <button type="button" className={classes.button} onClick={chooseWhole}>
            {tm('marks.wholePage')}
          </button>
          <button type="button" className={classes.button} onClick={onDone}>
            {t('action.cancel')}
          </button>
        </div>
      )}
    </div>
  )
}

/** The colour of a note's area, until another one is chosen. */
export const NOTE_COLOR: MarkColor = MARK_COLORS[0]

/** Where arrow keys begin: of a page higher than the screen, only a part is seen. */
const middleOfPage = (page: number): PageRegion => ({ page, region: middleOf(seenOf(page)) })

/** By one step of the arrow keys; at the edge of what is seen of a page, to the page on that side. */
function moved({ page, region: was }: PageRegion, by: Point, isSize: boolean): PageRegion {
  const region = roundedRegion(nudged(was, by, isSize))
  const isOut = leadsOut(was, region, seenOf(page))
  if (isSize) return { page, region: isOut ? was : region }
  if (!isOut && (region.x !== was.x || region.y !== was.y)) return { page, region }
  const next = pageAfter(page, by)
  const seen = seenOf(next)
  const isSeen = next !== page && Math.min(seen.width, seen.height) >= LEAST_SEEN
  return isSeen ? { page: next, region: enters(was, by, seen) } : { page, region: was }
}

/** The page shown next to another one in this direction; the same if there is none. */
function pageAfter(page: number, by: Point): number {
  const from = boxOfPage(page)
  const isAfter = (other: number) => {
    const box = boxOfPage(other)
    return box && from && isTowards(by, from, box)
  }
  return [page - 1, page + 1].find(isAfter) ?? page
}

function partOf({ page, from, to }: Drag): PageRegion | null {
  const box = boxOfPage(page)
  const region = box && regionBetween(from, to, box)
  return region && { page, region }
}

/** The page under a point of the screen, 1-based. */
function pageAt({ x, y }: Point): number | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const page = element.closest('[data-page]')?.getAttribute('data-page')
    if (page) return Number(page)
  }
  return null
}

/** Where the whole page is on the screen, with the margins that are cropped. */
function boxOfPage(page: number): ScreenBox | null {
  return elementOfPage(page)?.getBoundingClientRect() ?? null
}

/** What is seen of a page: on the screen, and not cropped. */
function seenOf(page: number): MarkRegion {
  const element = elementOfPage(page)
  const clip = element?.closest('[data-page]')?.getBoundingClientRect()
  if (!element || !clip) return WHOLE
  const [left, top] = [Math.max(0, clip.left), Math.max(0, clip.top)]
  const [right, bottom] = [Math.min(innerWidth, clip.right), Math.min(innerHeight, clip.bottom)]
  return seenPart(element.getBoundingClientRect(), { left, top, width: right - left, height: bottom - top })
}

function elementOfPage(page: number): Element | null {
  const shown = document.querySelectorAll(`[data-page="${page}"] [data-whole-page]`)
  const isSeen = (element: Element) => {
    const { right, bottom, left, top } = element.getBoundingClientRect()
    return right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  }
  return [...shown].find(isSeen) ?? null
}
