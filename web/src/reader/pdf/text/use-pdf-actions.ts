import { type RefObject, useEffect, useRef } from 'react'
import { toFloating } from '../../../ui/floating-keys'
import { isForReader } from '../../chrome/is-for-reader'
import { replayKeys } from '../../chrome/replay-keys'
import type { Bars } from '../../chrome/use-bars'
import { panBySteps, type Side, scrollBySteps } from '../../comic/surface'
import type { SelectStep } from '../../epub/select-text.rules'
import type { PdfMarks } from './marks/use-pdf-marks'
import type { PdfPanel } from './pdf-text.types'
import { type PdfState, usualScale } from './use-pdf-view'

export type PdfAction =
  | 'onward'
  | 'backward'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'return'
  | 'larger'
  | 'smaller'
  | 'bookmark'
  | 'find'
  | 'outline'
  | 'double'
  | 'night'
  | 'goTo'
  | 'settings'
  | 'help'
  | 'unzoomed'
  | 'fullscreen'
  | 'bars'
  | 'leave'
  | 'scrollDown'
  | 'scrollUp'
  | 'select'
  | 'extendWord'
  | 'shrinkWord'
  | 'extendSentence'
  | 'shrinkSentence'

export type RunPdf = (action: PdfAction) => void

type Options = {
  readonly pdf: PdfState
  readonly container: RefObject<HTMLElement | null>
  readonly fullscreen: { readonly toggle: () => void }
  readonly bars: Bars
  readonly onPanel: (panel: PdfPanel) => void
  readonly onFind: (open: boolean) => void
  readonly marks: PdfMarks
  readonly onBookmark: () => void
  readonly onDouble: () => void
  readonly onNight: () => void
  /** A deliberate jump, not a page turn. */
  readonly onJump: () => void
  readonly onReturn: () => void
  /** To the next page, or after the last one to the end of the book. */
  readonly onNext: () => void
  /** A key that scrolls on was pressed at the end of the book. */
  readonly onEnd: () => void
  readonly onLeave: () => void
}

const KEYS: Readonly<Record<string, PdfAction>> = {
  PageDown: 'onward',
  ' ': 'onward',
  PageUp: 'backward',
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowDown: 'scrollDown',
  ArrowUp: 'scrollUp',
  Home: 'first',
  End: 'last',
  Backspace: 'return',
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  b: 'bookmark',
  h: 'select',
  '/': 'find',
  t: 'outline',
  d: 'double',
  n: 'night',
  g: 'goTo',
  o: 'settings',
  '?': 'help',
  '0': 'unzoomed',
  f: 'fullscreen',
  Enter: 'bars',
  Escape: 'leave',
}

/** With Shift. */
const SHIFTED: Readonly<Record<string, PdfAction>> = {
  ' ': 'backward',
  ArrowRight: 'extendWord',
  ArrowLeft: 'shrinkWord',
  ArrowDown: 'extendSentence',
  ArrowUp: 'shrinkSentence',
}

export function usePdfActions(options: Options): RunPdf {
  const latest = useRef(options)
  latest.current = options
  const run = useRef<RunPdf>(action => perform(action, latest.current))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const find = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f'
      if (!find && (!isForReader(event) || event.ctrlKey || event.altKey || event.metaKey)) return
      const plain = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      const action = find ? 'find' : (event.shiftKey && SHIFTED[event.key]) || plain
      if (!action) return
      event.preventDefault()
      run.current(action)
    }
    window.addEventListener('keydown', onKey)
    replayKeys(true)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return run.current
}

function perform(
  action: PdfAction,
  {
    pdf,
    container,
    fullscreen,
    bars,
    onPanel,
    onFind,
    marks,
    onBookmark,
    onDouble,
    onNight,
    onJump,
    onReturn,
    onNext,
    onEnd,
    onLeave,
  }: Options,
): void {
  const viewer = pdf.view?.viewer
  const scroll = (to: 'next' | 'previous', share = 0.9) => {
    bars.hide()
    if (container.current && !scrollBySteps(container.current, to, share) && to === 'next') onEnd()
  }
  const { selected } = marks
  const select = (to: SelectStep['to'], unit: SelectStep['unit'], extend = false) => marks.select({ to, unit, extend })
  const onward = selected ? 'next' : 'first'
  const pan = (towards: Side) => !selected && panBySteps(container.current, towards)
  const goTo = (page: number) => {
    onJump()
    if (viewer) viewer.currentPageNumber = page
  }
  const tasks: Record<PdfAction, () => unknown> = {
    onward: () => scroll('next'),
    backward: () => scroll('previous'),
    next: onNext,
    previous: () => void viewer?.previousPage(),
    first: () => goTo(1),
    last: () => goTo(viewer?.pagesCount ?? 1),
    return: onReturn,
    larger: () => viewer?.increaseScale(),
    smaller: () => viewer?.decreaseScale(),
    bookmark: onBookmark,
    find: () => onFind(true),
    outline: () => onPanel('outline'),
    double: onDouble,
    night: onNight,
    goTo: () => onPanel('goTo'),
    settings: () => onPanel('settings'),
    help: () => onPanel('help'),
    unzoomed: () => {
      if (viewer && container.current) viewer.currentScaleValue = usualScale(container.current)
    },
    fullscreen: fullscreen.toggle,
    bars: bars.toggle,
    leave: onLeave,
    scrollDown: () => scroll('next', 0.15),
    scrollUp: () => scroll('previous', 0.15),
    select: () => select('first', 'word'),
    extendWord: () => pan('right') || select(onward, 'word', true),
    shrinkWord: () => pan('left') || select('previous', 'word', true),
    extendSentence: () => select(onward, 'sentence', true),
    shrinkSentence: () => select('previous', 'sentence', true),
  }
  const ofSelection: Partial<Record<PdfAction, () => void>> = {
    next: () => select('next', 'word'),
    previous: () => select('previous', 'word'),
    scrollDown: () => select('next', 'sentence'),
    scrollUp: () => select('previous', 'sentence'),
  }
  const ofBoth: Partial<Record<PdfAction, () => unknown>> = { bars: toFloating, leave: marks.unselect }
  const task = (selected?.byKeys && ofSelection[action]) || (selected && ofBoth[action]) || tasks[action]
  task()
}
