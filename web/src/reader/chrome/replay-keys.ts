import { takeKeys } from '../../ui/early-keys'
import { typedEarly } from '../../ui/typed-early.rules'

/** After that, keys are for the book again. What was typed before is for the field, whenever it opens in this book. */
const OPENS_WITHIN_MS = 2_000

/** From the key of the search on. */
let typed: KeyboardEvent[] = []
let typedIn = ''

/** Replays the keys pressed while the app was loading. What follows the key that opens search is its text. */
export function replayKeys(hasSearch: boolean): void {
  const keys = takeKeys()
  const search = keys.findIndex(({ key }) => key === '/')
  for (const pressed of search === -1 ? keys : keys.slice(0, search + 1)) window.dispatchEvent(pressed)
  if (search === -1 || !hasSearch) return
  typed = keys.slice(search)
  typedIn = location.pathname
  // A person who types on does not know when the field is there.
  window.addEventListener('keydown', hold, true)
  setTimeout(() => window.removeEventListener('keydown', hold, true), OPENS_WITHIN_MS)
}

function hold(event: KeyboardEvent): void {
  const isText = event.key.length === 1 || event.key === 'Backspace'
  if (!isText || event.ctrlKey || event.metaKey) return
  typed.push(event)
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** For the field of the search once it has the focus: what was typed before. */
export function takeSearchText(): string {
  window.removeEventListener('keydown', hold, true)
  const { text } = typedEarly(typed.splice(0))
  return typedIn === location.pathname ? text : ''
}
