import type { ReadingDirection } from '@octavo/contract/formats'

export type ComicAction =
  | 'next'
  | 'previous'
  /** A screenful forward or back: scrolls the page to its end, then turns. */
  | 'onward'
  | 'backward'
  | 'scrollDown'
  | 'scrollUp'
  | 'panLeft'
  | 'panRight'
  | 'first'
  | 'last'
  | 'return'
  | 'fullscreen'
  | 'mode'
  | 'double'
  | 'shift'
  | 'fit'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomReset'
  | 'bookmark'
  | 'region'
  | 'panels'
  | 'contents'
  | 'search'
  | 'night'
  | 'autoScroll'
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
  Backspace: 'return',
  Enter: 'bars',
  Escape: 'leave',
  f: 'fullscreen',
  m: 'mode',
  d: 'double',
  s: 'shift',
  w: 'fit',
  b: 'bookmark',
  r: 'region',
  p: 'pages',
  v: 'panels',
  t: 'contents',
  '/': 'search',
  n: 'night',
  a: 'autoScroll',
  o: 'settings',
  g: 'goTo',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
  '0': 'zoomReset',
  '?': 'help',
}

/** Actions that can get a custom key, in addition to their fixed ones. */
export const OWN_KEYS = [
  'next',
  'previous',
  'onward',
  'backward',
  'bookmark',
  'pages',
  'double',
  'fit',
  'panels',
  'autoScroll',
  'fullscreen',
  'bars',
] as const satisfies readonly ComicAction[]
export type OwnKeyAction = (typeof OWN_KEYS)[number]
export type OwnKeys = { readonly [A in OwnKeyAction]?: string }

/** These always work. */
const FIXED: ReadonlySet<string> = new Set(['Escape', 'Tab', 'Enter', '?'])

/** Not a key by itself. */
export const isModifier = (key: string) =>
  /^(?:Shift|Control|Alt|Meta|AltGraph|CapsLock|Dead|Unidentified|Process)$/.test(key)

/** A key in stored form; null if it cannot be chosen. */
export function ownKey({ key, ctrlKey, altKey, metaKey }: Key): string | null {
  if (ctrlKey || altKey || metaKey || isModifier(key) || FIXED.has(key) || key.length > 30) return null
  return plainKey(key)
}

const plainKey = (key: string) => (key.length === 1 ? key.toLowerCase() : key)

/** The action of a key; null leaves it to the browser (Ctrl-R, Alt-Left and so on). */
export function actionOf(key: Key, direction: ReadingDirection, own: OwnKeys = {}): ComicAction | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null
  const pressed = plainKey(key.key)
  const chosen = FIXED.has(key.key) ? undefined : OWN_KEYS.find(action => own[action] === pressed)
  if (chosen) return chosen
  if (key.key === ' ') return key.shiftKey ? 'backward' : 'onward'
  if (key.shiftKey && key.key === 'ArrowRight') return 'panRight'
  if (key.shiftKey && key.key === 'ArrowLeft') return 'panLeft'
  if (key.key === 'ArrowRight') return direction === 'rtl' ? 'previous' : 'next'
  if (key.key === 'ArrowLeft') return direction === 'rtl' ? 'next' : 'previous'
  return PLAIN[pressed] ?? null
}
