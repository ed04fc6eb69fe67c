/**
 * For a button that removes its row: before it disappears, the focus moves to the same button of the next row, or of the
 * previous one; after the only row, to the dialog or page.
 */
export function focusNextRow(button: HTMLElement): void {
  const row = button.closest('li')
  const other = row?.nextElementSibling ?? row?.previousElementSibling
  const next = other
    ? other.querySelector<HTMLElement>(':scope > button:last-child')
    : button.closest<HTMLElement>('[role=dialog], main')
  next?.focus()
}
