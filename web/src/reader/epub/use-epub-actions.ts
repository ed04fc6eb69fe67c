import { useEffect, useRef } from 'react'
import { isOff } from '../../ui/character-keys'
import { toFloating } from '../../ui/floating-keys'
import { isForReader } from '../chrome/is-for-reader'
import { replayKeys } from '../chrome/replay-keys'
import type { Bars } from '../chrome/use-bars'
import { swipeMove, tapZone } from '../comic/direction.rules'
import { after, FITS } from '../comic/fit.rules'
import type { Side } from '../comic/surface'
import type { Aloud } from './aloud/use-aloud'
import type { FromFrame } from './bridge/protocol'
import type { EpubPanel } from './epub-panels'
import { type EpubAction, epubActionOf } from './keys.rules'
import type { EpubMarks } from './marks/use-epub-marks'
import type { SelectStep } from './select-text.rules'
import type { Epub } from './use-epub'

type Options = {
  readonly epub: Epub
  readonly marks: EpubMarks
  readonly aloud: Aloud
  readonly bars: Bars
  readonly fullscreen: { readonly toggle: () => void }
  readonly onPanel: (panel: EpubPanel) => void
  readonly onLeave: () => void
  /** Receives the handler of the frame's messages. */
  readonly listen: (answer: () => (message: FromFrame) => void) => void
}

/** Marks the container of the chapter frames. */
export const CHAPTERS_PLACE = 'data-chapters'

export type RunEpub = (action: EpubAction) => void

/** Actions of keys, buttons, taps and links. */
export function useEpubActions(options: Options): RunEpub {
  const latest = useRef(options)
  latest.current = options
  const { listen } = options
  const direction = options.epub.direction
  const run = useRef<RunEpub>(action => perform(action, latest.current))

  useEffect(() => listen(() => message => answer(message, latest.current)), [listen])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isForReader(event) || event.ctrlKey || event.altKey || event.metaKey) return
      const action = epubActionOf(event.key, event.shiftKey, direction)
      if (!action) return
      event.preventDefault()
      run.current(action)
    }
    // A tap just after a page turn may arrive before the browser knows the new chapter's frame: it hits the container
    // instead.
    const onClick = ({ target, button, clientX, clientY }: MouseEvent) => {
      if (button !== 0 || !(target instanceof Element) || !target.hasAttribute(CHAPTERS_PLACE)) return
      const { left, top, width, height } = target.getBoundingClientRect()
      answer({ kind: 'tap', x: (clientX - left) / width, y: (clientY - top) / height }, latest.current)
    }
    window.addEventListener('keydown', onKey)
    window.addEventListener('click', onClick)
    replayKeys(true)
    return () => {
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('click', onClick)
    }
  }, [direction])
  return run.current
}

const FONT_STEP = 10
const ZOOM_STEP = 1.25

function perform(action: EpubAction, { epub, marks, aloud, bars, fullscreen, onPanel, onLeave }: Options): void {
  const { settings, change } = epub.saved
  const turn = (move: 'next' | 'previous') => {
    bars.hide()
    epub.turn(move)
  }
  /** The rest of a page that is larger than the view comes before the next one. */
  const onward = (move: 'next' | 'previous', share: number) => epub.fixed?.scroll(move, share) || turn(move)
  const resize = (step: number) =>
    epub.fixed
      ? epub.fixed.zoomBy(step > 0 ? ZOOM_STEP : 1 / ZOOM_STEP)
      : change({ fontSize: Math.min(260, Math.max(60, settings.fontSize + step)) })
  const selected = marks.selected !== null
  const pan = (towards: Side) => !selected && epub.fixed?.pan(towards)
  const select = (to: SelectStep['to'], unit: SelectStep['unit'], extend = false) =>
    epub.frames.post({ kind: 'select', step: { to, unit, extend } })
  const tasks: Record<EpubAction, () => unknown> = {
    next: () => turn('next'),
    previous: () => turn('previous'),
    forward: () => onward('next', 0.85),
    backward: () => onward('previous', 0.85),
    nextChapter: () => epub.skip('next'),
    previousChapter: () => epub.skip('previous'),
    scrollDown: () => (epub.scrolls ? epub.frames.post({ kind: 'scroll', share: 0.15 }) : onward('next', 0.15)),
    scrollUp: () => (epub.scrolls ? epub.frames.post({ kind: 'scroll', share: -0.15 }) : onward('previous', 0.15)),
    first: () => epub.jumpToShare(0),
    last: () => epub.jumpToShare(1),
    return: epub.goBack,
    contents: () => onPanel({ kind: 'contents' }),
    bookmark: marks.toggleBookmark,
    aloud: aloud.toggle,
    search: () => onPanel({ kind: 'search' }),
    settings: () => onPanel({ kind: 'settings' }),
    pages: () => epub.fixed && onPanel({ kind: 'pages' }),
    goTo: () => epub.fixed && onPanel({ kind: 'goTo' }),
    double: () => epub.fixed && change({ spread: epub.otherSpread }),
    fit: () => epub.fixed && change({ fit: after(FITS, settings.fit) }),
    help: () => onPanel({ kind: 'help' }),
    larger: () => resize(FONT_STEP),
    smaller: () => resize(-FONT_STEP),
    unzoomed: () => epub.fixed?.zoomBy(0),
    fullscreen: fullscreen.toggle,
    bars: bars.toggle,
    // Its bar, or what it says, closes before the book.
    leave: aloud.state === 'off' ? onLeave : aloud.stop,
    picture: () => epub.frames.post({ kind: 'picture' }),
    select: () => select('first', 'word'),
    extendWord: () =>
      pan(epub.direction === 'ltr' ? 'right' : 'left') || select(selected ? 'next' : 'first', 'word', true),
    shrinkWord: () => pan(epub.direction === 'ltr' ? 'left' : 'right') || select('previous', 'word', true),
    extendSentence: () => select(selected ? 'next' : 'first', 'sentence', true),
    shrinkSentence: () => select('previous', 'sentence', true),
  }
  const ofSelection: Partial<Record<EpubAction, () => unknown>> = {
    next: () => select('next', 'word'),
    previous: () => select('previous', 'word'),
    scrollDown: () => select('next', 'sentence'),
    scrollUp: () => select('previous', 'sentence'),
  }
  const ofBoth: Partial<Record<EpubAction, () => unknown>> = { bars: toFloating, leave: marks.unselect }
  const task = (marks.selected?.byKeys && ofSelection[action]) || (selected && ofBoth[action]) || tasks[action]
  task()
}

/** Messages of the frame other than places. */
function answer(message: FromFrame, options: Options) {
  const { epub, bars, onPanel } = options
  const paginated = epub.saved.settings.flow === 'paginated' || epub.fixed !== null
  switch (message.kind) {
    case 'key': {
      if (message.key === 'F6') return toFloating()
      if (isOff({ key: message.key, ctrlKey: false, metaKey: false, altKey: false })) return undefined
      const action = epubActionOf(message.key, message.shiftKey, epub.direction)
      return action ? perform(action, options) : undefined
    }
    case 'tap': {
      const zone = paginated ? tapZone(epub.direction, message.x, message.y, epub.saved.settings.taps) : 'centre'
      return zone === 'centre' ? bars.toggle() : perform(zone, options)
    }
    case 'swipe': {
      if (!paginated || epub.fixed?.overflow.x || Math.abs(message.dx) < Math.abs(message.dy)) return
      // The frame has measured the distance; a recognised swipe always counts.
      const move = swipeMove(epub.direction, message.dx, 1, 1)
      return move ? perform(move, options) : undefined
    }
    case 'selection':
      return options.marks.onSelected(message.selected)
    case 'mark':
      return onPanel({ kind: 'mark', id: message.id })
    case 'pointer':
      return bars.mouseAt(message.y, window.innerHeight)
    case 'link':
      if (message.note) return onPanel({ kind: 'note', href: message.href })
      epub.follow(message.href)
      return
    case 'away':
      return onPanel({ kind: 'away', url: message.url })
    case 'image':
      return onPanel({ kind: 'image', src: message.src, alt: message.alt })
  }
}
