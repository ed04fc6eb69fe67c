import { READING_DIRECTIONS } from '@octavo/contract/formats'
import { useEffect, useRef } from 'react'
import type { HudLine } from '../chrome/hud'
import { isForReader } from '../chrome/is-for-reader'
import { replayKeys } from '../chrome/replay-keys'
import type { Bars } from '../chrome/use-bars'
import type { BookMarks } from '../marks/use-book-marks'
import { tr } from '../messages'
import type { ComicPanel } from './comic-panels'
import { keysIn } from './comic-settings'
import { after, FITS } from './fit.rules'
import { actionOf, type ComicAction, type OwnKeys } from './keys.rules'
import type { Comic } from './use-comic'

type Options = {
  readonly comic: Comic
  readonly marks: BookMarks
  readonly bars: Bars
  readonly fullscreen: { readonly toggle: () => void }
  readonly hud: HudLine
  readonly onPanel: (panel: ComicPanel) => void
  /** Whether an area of a page is being marked. */
  readonly region: { readonly on: boolean; readonly set: (on: boolean) => void }
  /** A search can find more than pages. */
  readonly hasTools: boolean
  readonly onLeave: () => void
}

export type Run = (action: ComicAction) => void

/** The actions of keys and buttons. */
export function useComicActions(options: Options): Run {
  const latest = useRef<Run>(() => {})
  latest.current = action => perform(action, options)
  const direction = options.comic.saved.settings.direction
  const own = useRef<OwnKeys>({})
  own.current = keysIn(options.comic.saved.settings)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = isForReader(event) ? actionOf(event, direction, own.current) : null
      if (!action) return
      event.preventDefault()
      latest.current(action)
    }
    window.addEventListener('keydown', onKey)
    replayKeys(options.hasTools)
    return () => window.removeEventListener('keydown', onKey)
  }, [direction, options.hasTools])
  return latest.current
}

function perform(
  action: ComicAction,
  { comic, marks, bars, fullscreen, hud, onPanel, region, hasTools, onLeave }: Options,
): void {
  const { saved, turning, surface } = comic
  const { settings, change } = saved
  const move = (to: 'next' | 'previous', share: number | null) => {
    bars.hide()
    // Like a finger or the wheel.
    comic.setScrolling(false)
    if (share !== null && surface.current?.scroll(to, share)) return
    if (comic.strip) surface.current?.scroll(to, 0.85)
    else turning.turn(to)
  }
  const tasks: Record<ComicAction, () => unknown> = {
    next: () => move('next', null),
    previous: () => move('previous', null),
    onward: () => move('next', 0.9),
    backward: () => move('previous', 0.9),
    scrollDown: () => move('next', 0.2),
    scrollUp: () => move('previous', 0.2),
    panLeft: () => surface.current?.pan('left'),
    panRight: () => surface.current?.pan('right'),
    first: () => turning.goTo(0),
    last: () => turning.goTo(comic.total - 1),
    return: comic.goBack,
    fullscreen: fullscreen.toggle,
    mode: () => {
      const direction = after(READING_DIRECTIONS, settings.direction)
      change({ direction })
      hud.say(tr(`direction.${direction}`))
    },
    double: () => {
      change({ layout: comic.double ? 'single' : 'double' })
      hud.say(tr(comic.double ? 'layout.single' : 'layout.double'))
    },
    shift: () => {
      turning.shift()
      hud.say(tr('shifted'))
    },
    fit: () => {
      const fit = after(FITS, settings.fit)
      change({ fit })
      hud.say(tr(`fit.${fit}`))
    },
    zoomIn: () => surface.current?.zoomBy(1.25),
    zoomOut: () => surface.current?.zoomBy(0.8),
    zoomReset: () => surface.current?.zoomBy(0),
    bookmark: () => {
      const page = turning.page + 1
      hud.say(tr(marks.onPage(page) ? 'bookmark.removed' : 'bookmark.added'))
      marks.togglePage(page, comic.total)
    },
    region: () => {
      bars.hide()
      comic.setScrolling(false)
      region.set(!region.on)
    },
    panels: () => {
      const panels = !settings.panels
      // A strip has no pages to detect panels in.
      change(panels && comic.strip ? { panels, direction: 'ltr' } : { panels })
      hud.say(tr(panels ? 'panels' : 'panels.off'))
    },
    autoScroll: () => {
      if (!comic.strip) return hud.say(tr('autoScroll.stripOnly'))
      bars.hide()
      hud.say(tr(comic.scrolling ? 'autoScroll.off' : 'autoScroll'))
      comic.setScrolling(!comic.scrolling)
    },
    night: () => change({ night: !settings.night }),
    contents: () => onPanel(hasTools ? 'contents' : 'pages'),
    search: () => hasTools && onPanel('search'),
    pages: () => onPanel('pages'),
    settings: () => onPanel('settings'),
    goTo: () => onPanel('goTo'),
    help: () => onPanel('help'),
    bars: bars.toggle,
    leave: region.on ? () => region.set(false) : onLeave,
  }
  tasks[action]()
}
