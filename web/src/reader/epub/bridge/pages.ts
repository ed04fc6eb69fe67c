import { columnsIn, type Geometry, geometryOf, pageAt } from './geometry.rules'
import type { FrameConfig, FramePlace, ReadingStyle, Target } from './protocol'
import { fixedSheet, styleSheet, type TextMode } from './style'
import { type ChapterText, chapterText } from './text-place'

/** The chapter laid out: turns, goes to places, and tells where it is. */
export interface Pages {
  restyle(style: ReadingStyle): void
  /** Measures anew and stays with the words that are on the screen. */
  relay(): void
  go(target: Target): void
  /** False when that leads beyond the chapter. */
  turn(move: 'next' | 'previous'): boolean
  scroll(share: number): void
  place(): FramePlace
  paginated(): boolean
  /** After a scroll that was not ours (a search of the browser, a key): back to the edge of a page. */
  settle(): void
}

const WORDS = 60

export function createPages(config: FrameConfig): Pages {
  const root = document.documentElement
  const sheet = document.head.appendChild(document.createElement('style'))
  const filler = root.appendChild(document.createElement('div'))
  filler.setAttribute('aria-hidden', 'true')
  const mode = textMode()
  const words: ChapterText = chapterText(document.body)
  let style = config.style
  let geometry: Geometry = geometryOf(viewOf(), style, mode.vertical)
  let pages = 1
  let anchor: number | null = null
  /** How far below the edge of the view the anchor stands while scrolling. */
  let lead = 0

  const paginated = () => config.fixed === null && style.flow === 'paginated'
  /** Pages lie side by side, or below each other when lines run downwards; a scrolled chapter the other way round. */
  const sideways = () => paginated() !== mode.vertical
  const backwards = () => sideways() && (mode.vertical || mode.rightToLeft)
  const offset = () => Math.abs(sideways() ? scroller().scrollLeft : scroller().scrollTop)
  const extent = () => (sideways() ? scroller().scrollWidth : scroller().scrollHeight)
  const viewLength = () => (sideways() ? viewOf().width : viewOf().height)

  function along(box: DOMRect): number {
    if (!sideways()) return box.top + offset()
    return (backwards() ? viewOf().width - box.right : box.left) + offset()
  }

  function scrollTo(to: number, smooth = false): void {
    const value = backwards() ? -to : to
    const behavior = smooth ? 'smooth' : 'instant'
    scroller().scrollTo(sideways() ? { left: value, top: 0, behavior } : { top: value, left: 0, behavior })
  }

  function lay(): void {
    const view = viewOf()
    if (config.fixed) {
      sheet.textContent = fixedSheet(style, config.fixed, view)
      return
    }
    layWith(style.columns)
    // A cover or a title page alone would stand beside an empty column.
    if (geometry.columns === 2 && paginated() && countColumns() === 1) layWith('1')
    pages = paginated() ? Math.ceil(countColumns() / geometry.columns) : 1
    fill()
  }

  function layWith(columns: ReadingStyle['columns']): void {
    const view = viewOf()
    filler.style.cssText = 'display: none'
    geometry = geometryOf(view, { ...style, columns }, mode.vertical)
    sheet.textContent = styleSheet(style, geometry, view, mode, 1)
    const zoom = stubbornZoom(style.fontSize)
    if (zoom !== 1) sheet.textContent = styleSheet(style, geometry, view, mode, zoom)
  }

  function countColumns(): number {
    const boxes = [...document.body.getClientRects(), ...(document.body.lastElementChild?.getClientRects() ?? [])]
    const ends = boxes.map(box => along(box) + (sideways() ? box.width : box.height))
    return columnsIn(Math.max(0, ...ends) - geometry.gap / 2, geometry)
  }

  /** A last page that is half empty could not be scrolled to: something has to stand at its far edge. */
  function fill(): void {
    const side = sideways() ? (backwards() ? 'right' : 'left') : 'top'
    filler.style.cssText = paginated()
      ? `position: absolute; width: 1px; height: 1px; ${side}: ${pages * geometry.step - 1}px`
      : 'display: none'
  }

  function showBox(box: DOMRect | undefined, below = geometry.block): void {
    if (!box) return
    const to = along(box)
    scrollTo(paginated() ? Math.floor((to + 1) / geometry.step) * geometry.step : Math.max(0, to - below))
  }

  const boxOf = (place: number) => words.rangeAt(place)?.getClientRects()[0]

  function showWords(place: number, below = geometry.block): void {
    showBox(boxOf(place), below)
    anchor = place
    lead = below
  }

  function remember(): void {
    anchor = words.text === '' ? null : words.firstFrom(offset() - 1, along)
    const box = anchor === null || paginated() ? undefined : boxOf(anchor)
    lead = box ? along(box) - offset() : geometry.block
  }

  function toShare(share: number): void {
    scrollTo(paginated() ? pageAt(share, pages) * geometry.step : share * extent())
    remember()
  }

  function go(target: Target) {
    if (target.kind === 'progression') return toShare(target.value)
    if (target.kind === 'fragment') {
      const element = document.getElementById(target.id) ?? document.getElementsByName(target.id)[0]
      if (!element) return toShare(0)
      showBox(element.getClientRects()[0] ?? element.getBoundingClientRect())
      return remember()
    }
    if (target.kind === 'text') {
      const found = words.find(target.words, target.progression)
      return found === null ? toShare(target.progression) : showWords(found)
    }
    const range = words.rangeAt(target.start, target.end)
    if (range && 'highlights' in CSS) CSS.highlights.set('octavo-found', new Highlight(range))
    showWords(target.start)
  }

  function relay(): void {
    const share = place().progression
    lay()
    if (config.fixed) return
    if (anchor === null) toShare(share)
    else showWords(anchor, lead)
  }

  function turn(move: 'next' | 'previous'): boolean {
    const forward = move === 'next'
    const here = place()
    if (config.fixed || (forward ? here.atEnd : here.atStart)) return false
    if (paginated()) scrollTo((here.page + (forward ? 1 : -1)) * geometry.step)
    else scrollTo(Math.max(0, offset() + viewLength() * (forward ? 0.9 : -0.9)), !still())
    remember()
    return true
  }

  function place(): FramePlace {
    const text = wordsAt(words.text, anchor)
    if (config.fixed) return { progression: 0, page: 0, pages: 1, atStart: true, atEnd: true, ...text }
    if (!paginated()) {
      const size = extent()
      const atEnd = offset() + viewLength() >= size - 2
      return { progression: size > 0 ? offset() / size : 0, page: 0, pages: 1, atStart: offset() < 2, atEnd, ...text }
    }
    const page = Math.max(0, Math.min(pages - 1, Math.round(offset() / geometry.step)))
    return { progression: page / pages, page, pages, atStart: page === 0, atEnd: page === pages - 1, ...text }
  }

  lay()
  return {
    relay,
    go,
    turn,
    place,
    paginated,
    restyle(next) {
      style = next
      relay()
    },
    scroll(share) {
      if (!paginated()) scrollTo(Math.max(0, offset() + viewLength() * share), !still())
    },
    settle() {
      if (paginated()) scrollTo(Math.round(offset() / geometry.step) * geometry.step)
      remember()
    },
  }
}

function scroller(): Element {
  return document.scrollingElement ?? document.documentElement
}

function viewOf() {
  return { width: window.innerWidth, height: window.innerHeight }
}

function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** How the book wants its lines. Only the body or the root says it for the whole page. */
function textMode(): TextMode {
  const body = getComputedStyle(document.body)
  const root = getComputedStyle(document.documentElement)
  const mode = body.writingMode !== 'horizontal-tb' ? body.writingMode : root.writingMode
  return { vertical: mode.startsWith('vertical') || mode.startsWith('sideways'), rightToLeft: body.direction === 'rtl' }
}

/** Books that give sizes in pixels do not follow the root's letters: those are enlarged as a whole. */
function stubbornZoom(fontSize: number): number {
  const probe = [...document.body.querySelectorAll('p, li, div, span')].find(one => one.textContent?.trim())
  if (fontSize === 100 || !probe) return 1
  const root = document.documentElement
  const sizeOf = () => Number.parseFloat(getComputedStyle(probe).fontSize)
  const scaled = sizeOf()
  root.style.setProperty('font-size', '100%', 'important')
  const plain = sizeOf()
  root.style.removeProperty('font-size')
  return Math.abs(scaled / plain - 1) < 0.01 ? fontSize / 100 : 1
}

function wordsAt(text: string, anchor: number | null) {
  if (anchor === null) return { words: '', before: '', after: '' }
  const tidy = (part: string) => part.replace(/\s+/g, ' ')
  return {
    before: tidy(text.slice(Math.max(0, anchor - WORDS), anchor)),
    words: tidy(text.slice(anchor, anchor + WORDS)),
    after: tidy(text.slice(anchor + WORDS, anchor + 2 * WORDS)),
  }
}
