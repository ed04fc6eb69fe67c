import { useLayoutEffect } from 'react'

/**
 * Gives the focus back to what opened a dialog, also where the dialog goes away at once with what asked for it: then
 * the focus would be lost on the page.
 */
export function useFocusBack(opened: boolean): void {
  useLayoutEffect(() => {
    if (!opened) return
    const opener = openerNow()
    return () => {
      setTimeout(() => {
        const lost = document.activeElement === null || document.activeElement === document.body
        if (lost && opener?.isConnected) opener.focus({ preventScroll: true })
      })
    }
  }, [opened])
}

/** What has the focus; of an item of a menu, which goes away with it, the button that has opened the menu. */
function openerNow(): HTMLElement | null {
  const active = document.activeElement
  const label = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const button = label && document.getElementById(label)?.parentElement?.querySelector('button')
  if (button) return button
  return active instanceof HTMLElement && active !== document.body ? active : null
}
