import { useLayoutEffect } from 'react'

/**
 * Restores the focus to the element that opened a dialog, also if the dialog closes together with what opened it: the
 * focus would be lost otherwise.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const opener = openerNow()
    return () => {
      setTimeout(() => {
        const active = document.activeElement
        const isLost = active === null || active === document.body || active.closest('[data-closed]') !== null
        if (isLost && opener?.isConnected) opener.focus({ preventScroll: true })
      })
    }
  }, [opened])
}

/** The focused element; for a menu item, which disappears, the button of the menu. */
function openerNow(): HTMLElement | null {
  const active = document.activeElement
  const label = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const button = label && document.getElementById(label)?.parentElement?.querySelector('button')
  if (button) return button
  return active instanceof HTMLElement && active !== document.body ? active : null
}
