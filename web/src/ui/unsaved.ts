import { useEffect } from 'react'

let forms = 0

/** Whether a form with changes is open: leaving the page would lose them. */
export const hasUnsaved = (): boolean => forms > 0

/** Reports unsaved changes of a form while `active`. */
export function useUnsaved(active: boolean): void {
  useEffect(() => {
    if (!active) return
    forms++
    return () => {
      forms--
    }
  }, [active])
}
