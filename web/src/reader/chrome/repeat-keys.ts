import { takeKeys } from '../../ui/held-keys'
import { typedEarly } from '../../ui/typed-early.rules'

/** A search that takes longer to open is not expected any more: the keys are for the book again. */
const OPENS_WITHIN_MS = 2_000

/** From the key of the search on. */
let typed: KeyboardEvent[] = []

/** Repeats the keys that were pressed while the app was loading. What follows the key of the search is its text. */
export function repeatKeys(): void {
  const keys = takeKeys()
  const search = keys.findIndex(({ key }) => key === '/')
  for (const pressed of search === -1 ? keys : keys.slice(0, search + 1)) window.dispatchEvent(pressed)
  if (search === -1) return
  typed = keys.slice(search)
  // A person who types on does not know when the field is there.
  window.addEventListener('keydown', hold, true)
  setTimeout(takeSearchText, OPENS_WITHIN_MS)
}

function hold(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey) return
  typed.push(event)
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** For the field of the search once it has the focus: what was typed before. */
export function takeSearchText(): string {
  window.removeEventListener('keydown', hold, true)
  return typedEarly(typed.splice(0)).text
}
