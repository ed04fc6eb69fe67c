import { useDeferredValue, useEffect, useState } from 'react'

/**
 * Whether a dialog or menu is rendered: in the background, so that a slow processor paints the pressed button first. Never
 * in the render that mounts it: a popover that is open when mounted does not know where to restore the focus.
 */
export function useOpenedLater(opened: boolean): boolean {
  // Not by the initial value of a deferred one: React would render a part that was just loaded again and again until it
  // may be shown.
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return useDeferredValue(mounted && opened)
}
