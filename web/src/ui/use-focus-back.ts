import { useLayoutEffect } from 'react'

/**
 * Restores the focus to the element that opened a dialog, also if the dialog closes together with what opened it: the
 * focus would be lost otherwise. A hidden field never keeps it: the next key is for the page. `wayBack` finds what is
 * near an opener that is gone; early parts of the app do without.
 */
export function useFocusBack(opened: boolean, wayBack?: (opener: HTMLElement) => () => void): void {
  useLayoutEffect(() => {
    if (!opened) return
    const opener = openerNow()
    const back = opener && wayBack?.(opener)
    return () => {
      // After the commit that hides the dialog, before the next key.
      queueMicrotask(() => {
        const active = document.activeElement
        if (active instanceof HTMLElement && active.closest('[data-closed]')) active.blur()
      })
      // Later, since giving the focus lays out the page.
      setTimeout(() => {
        const active = document.activeElement
        const isLost = active === null || active === document.body
        if (!isLost) return
        opener?.focus({ preventScroll: true })
        back?.()
      })
    }
  }, [opened, wayBack])
}

/** The focused element; for a menu item, which disappears, the button of the menu. */
function openerNow(): HTMLElement | null {
  const active = document.activeElement
  const label = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const button = label && document.getElementById(label)?.parentElement?.querySelector('button')
  if (button) return button
  return active instanceof HTMLElement && active !== document.body ? active : null
}
