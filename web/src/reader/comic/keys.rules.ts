import type { ReadingDirection } from '@octavo/contract/formats'

export type ComicAction =
  | 'next'
  | 'previous'
  /** A screenful on or back: scrolls while there is more of the page, then turns. */
  | 'onward'
  | 'backward'
  | 'scrollDown'
  | 'scrollUp'
  | 'first'
  | 'last'
  | 'fullscreen'
  | 'mode'
  | 'double'
  | 'shift'
  | 'fit'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomReset'
  | 'bookmark'
  | 'pages'
  | 'settings'
  | 'goTo'
  | 'bars'
  | 'help'
  | 'leave'

export interface Key {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

const PLAIN: Readonly<Record<string, ComicAction>> = {
  PageDown: 'onward',
  PageUp: 'backward',
  ArrowDown: 'scrollDown',
  ArrowUp: 'scrollUp',
  Home: 'first',
  End: 'last',
  Enter: 'bars',
  Escape: 'leave',
  f: 'fullscreen',
  m: 'mode',
  d: 'double',
  s: 'shift',
  w: 'fit',
  b: 'bookmark',
  p: 'pages',
  o: 'settings',
  g: 'goTo',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'zoomReset',
  '?': 'help',
}

/** What a key means; null leaves it to the browser (Ctrl-R, Alt-Left and so on). */
export function actionOf(key: Key, direction: ReadingDirection): ComicAction | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null
  if (key.key === ' ') return key.shiftKey ? 'backward' : 'onward'
  if (key.key === 'ArrowRight') return direction === 'rtl' ? 'previous' : 'next'
  if (key.key === 'ArrowLeft') return direction === 'rtl' ? 'next' : 'previous'
  return PLAIN[key.key.length === 1 ? key.key.toLowerCase() : key.key] ?? null
}
