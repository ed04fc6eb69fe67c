import { useEffect, useState } from 'react'

/**
 * Whether a popover that is fetched when it is first asked for may open: one that is open from its first moment does
 * not know what to give the focus back to.
 */
export function useOpenedLater(opened: boolean): boolean {
  const [mounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return mounted && opened
}
