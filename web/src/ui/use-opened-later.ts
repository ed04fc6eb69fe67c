import { useEffect, useState } from 'react'

/** Whether a lazy popover may open: one that is open when mounted does not know where to restore the focus. */
export function useOpenedLater(opened: boolean): boolean {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return mounted && opened
}
