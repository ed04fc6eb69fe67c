import type { KeyboardEvent } from 'react'

/** Rows that disappear when the server has answered. */
const leaving = new WeakSet<Element>()

/**
 * For a button that removes its row: before it disappears, the focus moves to the same button of the next row, or of the
 * previous one; after the last row, to the dialog or page.
 */
export function focusNextRow(button: HTMLElement): void {
  const row = button.closest('li')
  if (row) leaving.add(row)
  const other = near(row, 'nextElementSibling') ?? near(row, 'previousElementSibling')
  const next = other
    ? other.querySelector<HTMLElement>(':is(:scope, :scope > span) > button:last-child')
    : button.closest<HTMLElement>('[role=dialog], main')
  next?.focus()
}

/** The same button then has the focus: a key that is held must not press it again and again. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}

function near(row: Element | null, side: 'nextElementSibling' | 'previousElementSibling'): Element | null {
  let other = row?.[side] ?? null
  while (other && leaving.has(other)) other = other[side]
  return other
}
