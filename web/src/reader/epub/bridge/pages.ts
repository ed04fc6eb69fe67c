import type { TextSpan } from '../text-fold.rules'
import { createAxis } from './axis'
import { mostColumns, suitsColumns } from './columns'
import { pageAt } from './geometry.rules'
import { createLayout, textMode } from './layout'
import { createMarks, type Marks } from './marks'
import type { FrameConfig, FramePlace, ReadingStyle, Target } from './protocol'
import { chapterText } from './text-place'

/** The paged chapter: turns, goes to places, and reports the current one. */
export interface Pages {
  restyle(style: ReadingStyle): void
  /** Measures again and stays at the visible text. */
  relay(): void
  go(target: Target): void
  /** False if that leads out of the chapter. */
  turn(move: 'next' | 'previous'): boolean
  scroll(share: number): void
  /** Highlights the text being read aloud; true if the chapter had to scroll for it. */
  speak(span: TextSpan | null): boolean
  place(): FramePlace
  paginated(): boolean
  /** Whether the chapter itself scrolls, by keys and wheel. */
  scrolls(): boolean
  /** Whether two fingers zoom the page. */
  pinches(): boolean
  /** Whether the wheel turns pages. */
  wheelTurns(): boolean
  /** After a foreign scroll (browser search, a key): back to a page boundary. */
  rest(): void
  readonly marks: Marks
}

const WORDS = 60

export function createPages(config: FrameConfig): Pages {
  /** Even if the reader prefers pages. */
  let mustScroll = config.fixed === null && !suitsColumns(document.body)
  const possible = (wanted: ReadingStyle): ReadingStyle => (mustScroll ? { ...wanted, flow: 'scrolled' } : wanted)
  let style = possible(config.style)
  const paginated = () => config.fixed === null && style.flow === 'paginated'
  const mode = textMode()
  const scrolls = () => config.fixed === null && !paginated()
  const words = chapterText(document.body)
  const axis = createAxis(mode, paginated)
  const marks = createMarks(words)
  const lay = createLayout(config, mode, axis)
  const limit = config.fixed ? Number.POSITIVE_INFINITY : mostColumns(document.body)
  /** Before anything is drawn. */
  const layOut = () => {
    const laid = lay(style)
    if (laid.pages * laid.geometry.columns <= limit) return laid
    mustScroll = true
    style = possible(style)
    return lay(style)
  }
  let laid = layOut()
  /** Text position that stays on the screen whatever else changes. */
  let anchor: number | null = null
  /** Its offset from the top of the view while scrolling. */
  let lead = 0
  /** The offset at which these two were read. */
  let shownAt = 0

  function showBox(box: DOMRect | undefined, below = laid.geometry.block): void {
    if (!box) return
    const to = axis.along(box)
    axis.scrollTo(
      paginated() ? Math.floor((to + 1) / laid.geometry.step) * laid.geometry.step : Math.max(0, to - below),
    )
  }

  const boxOf = (place: number) => words.rangeAt(place)?.getClientRects()[0]

  function showWords(place: number, below = laid.geometry.block): void {
    showBox(boxOf(place), below)
    anchor = place
    lead = below
    shownAt = axis.offset()
  }

  function remember(): void {
    anchor = words.text === '' ? null : words.firstFrom(axis.offset() - 1, axis.along)
    const box = anchor === null || paginated() ? undefined : boxOf(anchor)
    lead = box ? axis.along(box) - axis.offset() : laid.geometry.block
    shownAt = axis.offset()
  }

  /** Before a new layout: a scroll that has not come to rest yet would be undone by it. */
  function rememberScroll(): void {
    if (!config.fixed && !paginated() && Math.abs(axis.offset() - shownAt) > 1) remember()
  }

  function toShare(share: number): void {
    axis.scrollTo(paginated() ? pageAt(share, laid.pages) * laid.geometry.step : share * axis.extent())
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
    laid = layOut()
    if (config.fixed) return
    if (anchor === null) toShare(share)
    else showWords(anchor, lead)
  }

  function turn(move: 'next' | 'previous'): boolean {
    const forward = move === 'next'
    const here = place()
    if (config.fixed || (forward ? here.atEnd : here.atStart)) return false
    if (paginated()) axis.scrollTo((here.page + (forward ? 1 : -1)) * laid.geometry.step)
    else axis.scrollTo(Math.max(0, axis.offset() + axis.viewLength() * (forward ? 0.9 : -0.9)), !still())
    remember()
    return true
  }

  function place(): FramePlace {
    const seen = textInSight()
    const share = (at: number) => Math.min(1, at / Math.max(1, words.text.length))
    const text = {
      ...wordsAt(words.text, anchor),
      ...(seen ? { from: share(seen.start), to: share(seen.end) } : { from: 0, to: 1 }),
      marks: seen ? marks.within(seen.start, seen.end) : [],
      scrolls: scrolls(),
    }
    if (config.fixed) return { progression: 0, page: 0, pages: 1, atStart: true, atEnd: true, ...text }
    if (!paginated()) {
      const size = axis.extent()
      const atEnd = axis.offset() + axis.viewLength() >= size - 2
      return {
        progression: size > 0 ? axis.offset() / size : 0,
        page: 0,
        pages: 1,
        atStart: axis.offset() < 2,
        atEnd,
        ...text,
      }
    }
    const { pages } = laid
    const page = Math.max(0, Math.min(pages - 1, Math.round(axis.offset() / laid.geometry.step)))
    return { progression: page / pages, page, pages, atStart: page === 0, atEnd: page === pages - 1, ...text }
  }

  /** Null without text. */
  function textInSight(): TextSpan | null {
    if (config.fixed) return { start: 0, end: Number.POSITIVE_INFINITY }
    if (anchor === null) return null
    return { start: anchor, end: words.firstFrom(axis.offset() + axis.viewLength() - 1, axis.along) }
  }

  return {
    marks,
    relay() {
      rememberScroll()
      relay()
    },
    go,
    turn,
    place,
    paginated,
    pinches: () => config.fixed !== null,
    scrolls,
    wheelTurns: () => (config.fixed === null ? paginated() : style.touch === 'none'),
    speak(span) {
      if ('highlights' in CSS) CSS.highlights.delete('octavo-spoken')
      const range = span && words.rangeAt(span.start, span.end)
      if (!span || !range) return false
      if ('highlights' in CSS) CSS.highlights.set('octavo-spoken', new Highlight(range))
      const box = boxOf(span.start)
      if (!box || config.fixed) return false
      const from = axis.along(box) - axis.offset()
      if (from >= -1 && axis.end(box) - axis.offset() <= axis.viewLength() + 1) return false
      showWords(span.start)
      return true
    },
    restyle(next) {
      rememberScroll()
      style = possible(next)
      relay()
    },
    scroll(share) {
      if (!paginated()) axis.scrollTo(Math.max(0, axis.offset() + axis.viewLength() * share), !still())
    },
    rest() {
      // Our own scroll after a new layout: the words at the start of another page size would not lead back to this page.
      if (Math.abs(axis.offset() - shownAt) <= 1) return
      if (paginated()) axis.scrollTo(Math.round(axis.offset() / laid.geometry.step) * laid.geometry.step)
      remember()
    },
  }
}

function still(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
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
