/** Parts of a list, a table or a form that come and go. */
const ROWS = 'li, tr, [data-row]'
const FOCUSABLE = ':is(input, select, textarea, button, a[href]):not(:disabled)'

/**
 * The focus is lost to the page when its element is disabled, as a button is while it saves, or removed, as a row is by
 * its own button. The next key would begin at the top of the page, behind an open dialog. So the button gets the focus
 * back, or the neighbour of the row, or the dialog.
 */
function onFocusOut({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null || !(target instanceof HTMLElement)) return
  // Read now: an element that is being removed is still in its place.
  const around = rowsAround(target)
  const dialog = target.closest<HTMLElement>('[role=dialog]')
  setTimeout(() => {
    if (document.activeElement !== document.body) return
    if (target.isConnected) {
      if (target.matches(':disabled')) focusOnceEnabled(target)
      return
    }
    for (const { row, list, at, fromEnd } of around) {
      const next = row.isConnected ? row : list?.isConnected ? (list.children[at] ?? list.lastElementChild) : null
      const controls = controlsOf(next)
      const control = controls.at(-1 - fromEnd) ?? controls[0]
      if (control) return control.focus()
    }
    if (dialog?.isConnected && !dialog.closest('[data-closed]')) focusDialog(dialog)
  })
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

const controlsOf = (row: Element | null): HTMLElement[] => [...(row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]

function focusOnceEnabled(button: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (button.matches(':disabled')) return
    observer.disconnect()
    if (document.activeElement === document.body) button.focus({ preventScroll: true })
  })
  observer.observe(button, { attributeFilter: ['disabled'] })
}

function focusDialog(dialog: HTMLElement): void {
  if (dialog.tabIndex < 0) dialog.tabIndex = -1
  dialog.focus({ preventScroll: true })
}

document.addEventListener('focusout', onFocusOut)
