export type EpubAction =
  | 'next'
  | 'previous'
  | 'forward'
  | 'backward'
  | 'nextChapter'
  | 'previousChapter'
  | 'scrollDown'
  | 'scrollUp'
  | 'first'
  | 'last'
  | 'return'
  | 'contents'
  | 'bookmark'
  | 'aloud'
  | 'search'
  | 'settings'
  | 'pages'
  | 'goTo'
  | 'double'
  | 'fit'
  | 'larger'
  | 'smaller'
  | 'unzoomed'
  | 'fullscreen'
  | 'bars'
  | 'help'
  | 'leave'
  | 'picture'
  | 'select'
  | 'extendWord'
  | 'shrinkWord'
  | 'extendSentence'
  | 'shrinkSentence'

const PLAIN: Readonly<Record<string, EpubAction>> = {
  PageDown: 'forward',
  PageUp: 'backward',
  ArrowDown: 'scrollDown',
  ArrowUp: 'scrollUp',
  Home: 'first',
  End: 'last',
  Backspace: 'return',
  Enter: 'bars',
  Escape: 'leave',
  '[': 'previousChapter',
  ']': 'nextChapter',
  t: 'contents',
  b: 'bookmark',
  r: 'aloud',
  h: 'select',
  i: 'picture',
  '/': 'search',
  o: 'settings',
  p: 'pages',
  g: 'goTo',
  d: 'double',
  w: 'fit',
  '+': 'larger',
  '=': 'larger',
  '-': 'smaller',
  '0': 'unzoomed',
  f: 'fullscreen',
  '?': 'help',
}

/** With Shift: what they do with selected text. */
const EXTENDING: Readonly<Record<string, EpubAction>> = {
  ArrowDown: 'extendSentence',
  ArrowUp: 'shrinkSentence',
}

/** The action of a key, pressed in the app or in the chapter's frame. */
export function epubActionOf(key: string, shiftKey: boolean, direction: 'ltr' | 'rtl'): EpubAction | null {
  if (key === ' ') return shiftKey ? 'backward' : 'forward'
  if (shiftKey && (key === 'ArrowRight' || key === 'ArrowLeft')) {
    return (key === 'ArrowRight') === (direction === 'ltr') ? 'extendWord' : 'shrinkWord'
  }
  if (shiftKey && EXTENDING[key]) return EXTENDING[key]
  if (key === 'ArrowRight') return direction === 'rtl' ? 'previous' : 'next'
  if (key === 'ArrowLeft') return direction === 'rtl' ? 'next' : 'previous'
  return PLAIN[key.length === 1 ? key.toLowerCase() : key] ?? null
}
