/** Parts of a list, a table or a form that come and go. */
const ROWS = 'li, tr, [data-row]'
/** Only the checked radio button, as with Tab. File inputs are hidden behind a button. */
const FOCUSABLE =
  ':is(input, select, textarea, button, a[href]):not(:disabled, [type=file], [type=radio]:not(:checked))'

const PLACES = 'dialog, [role=dialog], [data-floats], main'

/**
 * The browser moves the focus to the body when the focused element is disabled (a button while it saves) or removed (a
 * row by its own button). The next Tab would then start at the top of the page, behind an open dialog. So the focus
 * goes back to the button, or to the next row, the dialog or the page's content.
 */
function onFocusOut({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null || !(target instanceof HTMLElement)) return
  // A link leads to another page, and a menu gives the focus to its own button.
  const isLeft = target.localName !== 'button' || target.closest('[role=menu]')
  setTimeout(wayBack(target, isLeft ? '[role=dialog]' : undefined))
}

/**
 * Call it while the element is in the document. The returned function restores a lost focus: to the element, or, if
 * it was removed, to a neighbouring row or the dialog or page around it.
 */
export function wayBack(target: HTMLElement, places = PLACES): () => void {
  const around = rowsAround(target)
  const place = target.closest<HTMLElement>(places)
  const isDisabled = () => target.isConnected && target.matches(':disabled')
  const giveBack = () => {
    if (document.activeElement !== document.body) return
    if (target.isConnected) target.focus({ preventScroll: true })
    else focusNear(around, place)
  }
  return () => {
    if (isDisabled()) once(() => !isDisabled(), giveBack)
    else if (!target.isConnected) giveBack()
  }
}

/** Runs once a change of the page makes the condition true, unless something else has the focus by then. */
function once(isTrue: () => boolean, run: () => void): void {
  const observer = new MutationObserver(() => {
    const isOver = document.activeElement !== document.body
    if (!isOver && !isTrue()) return
    observer.disconnect()
    run()
  })
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

/** Rows that will be removed once the server has answered. */
const leaving = new WeakSet<Element>()

/**
 * For a button that removes its row: before the row disappears, the focus moves to the same button of the next row, or of
 * the previous one; after the last row, to the dialog or page.
 */
export function focusNextRow(button: HTMLElement): void {
  const row = button.closest(ROWS)
  if (row) leaving.add(row)
  focusNear(rowsAround(button), button.closest<HTMLElement>(PLACES))
}

/** The next row's button now has the focus: holding Enter must not press it again and again. */
export function ignoreHeldKey(event: Pick<KeyboardEvent, 'repeat' | 'key' | 'preventDefault'>): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

const isLeaving = (row: Element) => !row.isConnected || leaving.has(row)

function focusNear(around: ReturnType<typeof rowsAround>, place: HTMLElement | null): void {
  for (const { row, list, at, fromEnd } of around) {
    const others = list?.isConnected ? [...list.children] : []
    const stays = (other: Element) => !isLeaving(other)
    const neighbour = others.slice(at).find(stays) ?? others.slice(0, at).findLast(stays) ?? null
    const controls = controlsOf(isLeaving(row) ? neighbour : row)
    const control = controls.at(-1 - fromEnd) ?? controls[0]
    if (control) {
      control.focus()
      return
    }
  }
  if (!place?.isConnected || place.closest('[data-closed]')) return
  if (place.tabIndex < 0) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

/** The rows that an element is in, the innermost first. */
function rowsAround(element: HTMLElement) {
  const around: { row: Element; list: Element | null; at: number; fromEnd: number }[] = []
  for (let row = element.closest(ROWS); row; row = row.parentElement?.closest(ROWS) ?? null) {
    const list = row.parentElement
    const at = [...(list?.children ?? [])].indexOf(row)
    around.push({ row, list, at, fromEnd: controlsOf(row).reverse().indexOf(element) })
  }
  return around
}

/** A row may itself be a control, such as the button after the last row. */
const controlsOf = (row: Element | null): HTMLElement[] =>
  row instanceof HTMLElement && row.matches(FOCUSABLE)
    ? [row]
    : [...(row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]

// `later.ts` loads this file on every page; parts that are shown before that and remove their own buttons import it.
document.addEventListener('focusout', onFocusOut)
