import { useBlocker } from '@tanstack/react-router'
import { createContext, useContext, useEffect } from 'react'

let forms = 0
let isDropped = false

/** Whether a form with changes is open: leaving the page would lose them. */
export const hasUnsaved = (): boolean => forms > 0 && !isDropped

/** Changes of somebody who may no longer see them: the page is left without a question. */
export function dropUnsaved(): void {
  isDropped = true
}

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

/** While `active`: stops leaving the page if `loses`, until that is answered. For a closed or reloaded tab the browser asks. */
export function useLeaveBlocker(active: boolean, loses: () => boolean) {
  return useBlocker({
    disabled: !active,
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsaved() && loses(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
}
