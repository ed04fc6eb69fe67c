import { createContext, useContext, useEffect } from 'react'

let forms = 0

/** Whether a form with changes is open: leaving the page would lose them. */
export const hasUnsaved = (): boolean => forms > 0

/** How many forms with changes the nearest dialog has. */
export const DialogForms = createContext<{ current: number } | null>(null)

/** Reports unsaved changes of a form while `active`: the dialog that contains it asks before it closes. */
export function useUnsaved(active: boolean): void {
  const inDialog = useContext(DialogForms)
  useEffect(() => {
    if (!active) return
    forms++
    if (inDialog) inDialog.current++
    return () => {
      forms--
      if (inDialog) inDialog.current--
    }
  }, [active, inDialog])
}
