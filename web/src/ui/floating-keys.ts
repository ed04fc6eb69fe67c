/** Marks what floats over the page and has buttons, such as the bar of a selection. */
export const FLOATS = { 'data-floats': '' } as const
/** Marks what floats over dialogs as well, such as a message. */
export const FLOATS_ABOVE = { 'data-floats': 'above' } as const

let before: HTMLElement | null = null

/** The topmost open dialog. */
function topModal(): HTMLElement | undefined {
  const modals = [...document.querySelectorAll<HTMLElement>('[aria-modal=true], dialog[open]')]
  return modals.findLast(each => !each.closest('[data-closed]'))
}

function parts(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-floats]')]
  const modal = topModal()
  const isBehind = (part: HTMLElement) => modal && !modal.contains(part) && part.dataset.floats !== 'above'
  return all.filter(part => !isBehind(part) && part.querySelector('button:not(:disabled)') !== null)
}

/** Gives the focus back to where F6 was pressed; if that is gone or behind a dialog, to the dialog or the page. */
export function leaveFloating(): void {
  const modal = topModal()
  const place = modal ?? document.querySelector<HTMLElement>('main')
  const back = before?.isConnected && (!modal || modal.contains(before)) ? before : place
  before = null
  if (back === place && place && place.tabIndex < 0) place.tabIndex = -1
  back?.focus({ preventScroll: true })
}

/**
 * F6 moves the focus to what floats over the page, to the next of them, and back: Tab arrives there only after all the
 * items of a list, and a message is gone by then. False if there is nothing.
 */
export function toFloating(): boolean {
  const found = parts()
  if (found.length === 0) return false
  const active = document.activeElement
  const at = found.findIndex(part => part.contains(active))
  if (at < 0) before = active instanceof HTMLElement && active !== document.body ? active : null
  const next = found[at + 1]
  if (next) next.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
  else leaveFloating()
  return true
}

document.addEventListener('keydown', event => {
  if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (toFloating()) event.preventDefault()
})
