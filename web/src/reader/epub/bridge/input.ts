import type { Marks } from './marks'
import type { Pages } from './pages'
import { AWAY_LINK, type FromFrame, INNER_LINK, NOTE_LINK } from './protocol'

/** Keys, taps, swipes and links of the chapter, sent to the reader. */
export function listen(send: (message: FromFrame) => void, { scrolls, wheelTurns, pinches, marks }: Pages): void {
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return
    if (scrolls() && !event.shiftKey && /^(Arrow(Up|Down)|Home|End)$/.test(event.key)) return
    const onLink = (event.target as Element).closest?.('a, [role="link"]')
    if (event.key === 'Enter' && onLink) return onLinkUsed(onLink, event)
    if (event.key === 'Tab') return
    event.preventDefault()
    send({ kind: 'key', key: event.key, shiftKey: event.shiftKey })
  })

  function onLinkUsed(link: Element, event: Event) {
    event.preventDefault()
    const href = link.getAttribute(INNER_LINK)
    const url = link.getAttribute(AWAY_LINK)
    if (href !== null) send({ kind: 'link', href, note: link.hasAttribute(NOTE_LINK) })
    else if (url !== null) send({ kind: 'away', url })
  }

  let down: { x: number; y: number; at: number; unselects: boolean } | null = null
  document.addEventListener('pointerdown', event => {
    const unselects = getSelection()?.isCollapsed === false
    down = { x: event.clientX, y: event.clientY, at: event.timeStamp, unselects }
  })
  document.addEventListener(
    'click',
    event => {
      const target = event.target as Element
      const link = target.closest('a, area, [role="link"]')
      if (link) return onLinkUsed(link, event)
      const travelled = down ? Math.hypot(event.clientX - down.x, event.clientY - down.y) : 0
      if (travelled > 8 || event.button !== 0 || !getSelection()?.isCollapsed) return
      // A tap that only clears a selection turns no page.
      if (down && (down.unselects || event.timeStamp - down.at > 500)) return
      const mark = marks.at(event.clientX, event.clientY)
      if (mark !== null) return send({ kind: 'mark', id: mark })
      const picture = pictureOf(target)
      if (picture && opensAt(target, event)) return send({ kind: 'image', ...picture })
      send({ kind: 'tap', x: event.clientX / innerWidth, y: event.clientY / innerHeight })
    },
    true,
  )
  // Whatever the book contains, a frame never navigates away by itself.
  for (const name of ['auxclick', 'submit', 'dragstart']) document.addEventListener(name, stop, true)

  listenToFingers(send)
  listenToPinches(send, pinches)
  listenToWheel(send, wheelTurns)
  let reportedAt = 0
  document.addEventListener('pointermove', event => {
    if (event.pointerType !== 'mouse' || event.timeStamp - reportedAt < 100) return
    reportedAt = event.timeStamp
    send({ kind: 'pointer', y: event.clientY })
  })
}

/** Decorations are none. */
function pictureOf(target: Element): { src: string; alt: string } | null {
  if (target instanceof HTMLImageElement) {
    return target.naturalWidth > LEAST_PICTURE ? { src: target.currentSrc, alt: target.alt } : null
  }
  // Covers are often part of a drawing.
  if (!(target instanceof SVGImageElement) || target.getBoundingClientRect().width < LEAST_PICTURE) return null
  const src = URL.parse(target.href.baseVal, document.baseURI)?.href
  return src ? { src, alt: target.ownerSVGElement?.getAttribute('aria-label') ?? '' } : null
}

const LEAST_PICTURE = 200

let lastOpened: Element | undefined

/** The first picture on the screen, then the one after it. */
export function nextPicture(): { src: string; alt: string } | null {
  const shown = [...document.querySelectorAll('img, image')].filter(picture => {
    const { left, top, right, bottom } = picture.getBoundingClientRect()
    return right > 1 && bottom > 1 && left < innerWidth - 1 && top < innerHeight - 1 && pictureOf(picture)
  })
  lastOpened = shown[(lastOpened ? shown.indexOf(lastOpened) + 1 : 0) % Math.max(1, shown.length)]
  return lastOpened ? pictureOf(lastOpened) : null
}

/**
 * A tap in its middle opens a picture; for a full-page one, and at its edges, it turns pages, and a double tap opens
 * it.
 */
function opensAt(picture: Element, { detail, clientX }: MouseEvent): boolean {
  if (detail === 2) return true
  const { left, width, height } = picture.getBoundingClientRect()
  const isMiddle = Math.abs(clientX - left - width / 2) < width * 0.2
  return isMiddle && width * height < innerWidth * innerHeight * 0.5
}

function stop(event: Event): void {
  if (event.type !== 'auxclick' || (event.target as Element).closest('a, area')) event.preventDefault()
}

function listenToFingers(send: (message: FromFrame) => void): void {
  let start: Touch | null = null
  document.addEventListener('touchstart', event => {
    start = event.touches.length === 1 ? (event.touches[0] ?? null) : null
  })
  document.addEventListener('touchend', event => {
    const end = event.changedTouches[0]
    if (!start || !end || !getSelection()?.isCollapsed) return
    const dx = end.clientX - start.clientX
    const dy = end.clientY - start.clientY
    start = null
    if (Math.abs(dx) > 30 || Math.abs(dy) > 30) send({ kind: 'swipe', dx, dy })
  })
}

interface Fingers {
  readonly x: number
  readonly y: number
  readonly distance: number
}

/** Measured on the screen: the frame itself moves and grows while its page is zoomed. */
function fingersOf({ touches: [a, b] }: TouchEvent): Fingers | null {
  if (!a || !b) return null
  const distance = Math.max(1, Math.hypot(a.screenX - b.screenX, a.screenY - b.screenY))
  return { x: (a.screenX + b.screenX) / 2, y: (a.screenY + b.screenY) / 2, distance }
}

function listenToPinches(send: (message: FromFrame) => void, pinches: () => boolean): void {
  let start: Fingers | null = null
  const begin = (event: TouchEvent) => {
    const [a, b] = event.touches
    start = event.touches.length === 2 && pinches() ? fingersOf(event) : null
    if (!start || !a || !b) return
    // The browser would scroll instead, where one finger may.
    if (event.cancelable) event.preventDefault()
    send({ kind: 'pinch', step: 'begin', x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 })
  }
  const move = (event: TouchEvent) => {
    // On two pages, the start of the second finger may go to the other page.
    if (!start) return begin(event)
    const now = fingersOf(event)
    if (!now) return
    if (event.cancelable) event.preventDefault()
    const { x, y, distance } = start
    send({ kind: 'pinch', step: 'move', factor: now.distance / distance, dx: now.x - x, dy: now.y - y })
  }
  const end = () => {
    start = null
  }
  document.addEventListener('touchstart', begin, { passive: false })
  document.addEventListener('touchmove', move, { passive: false })
  document.addEventListener('touchend', end)
  document.addEventListener('touchcancel', end)
}

const TURN_AFTER = 60
const REST_MS = 300

function listenToWheel(send: (message: FromFrame) => void, wheelTurns: () => boolean): void {
  let gathered = 0
  let restUntil = 0
  document.addEventListener(
    'wheel',
    event => {
      if (!wheelTurns() || event.ctrlKey) return
      event.preventDefault()
      if (event.timeStamp < restUntil) return
      gathered += Math.abs(event.deltaY) > Math.abs(event.deltaX) ? event.deltaY : event.deltaX
      if (Math.abs(gathered) < TURN_AFTER) return
      send({ kind: 'key', key: gathered > 0 ? 'PageDown' : 'PageUp', shiftKey: false })
      gathered = 0
      restUntil = event.timeStamp + REST_MS
    },
    { passive: false },
  )
}

const SELECTION_RESTS_MS = 200

/** The selection, once it is stable. */
export function listenToSelection(send: (message: FromFrame) => void, marks: Marks): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = ''
  document.addEventListener('selectionchange', () => {
    clearTimeout(timer)
    // The same words may be selected again at once.
    if (getSelection()?.isCollapsed !== false) last = ''
    timer = setTimeout(() => {
      const selected = marks.selected()
      const now = JSON.stringify(selected)
      if (now === last) return
      last = now
      send({ kind: 'selection', selected })
    }, SELECTION_RESTS_MS)
  })
}
