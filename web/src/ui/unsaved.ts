import { useBlocker } from '@tanstack/react-router'
import { createContext, type Dispatch, type SetStateAction, useContext, useLayoutEffect } from 'react'

let forms = 0
let isDropped = false

/** Whether a form with changes is open: leaving the page would lose them. */
export const hasUnsaved = (): boolean => forms > 0 && !isDropped

/** Changes of somebody who may no longer see them: the page is left without a question. */
export function dropUnsaved(): void {
  isDropped = true
}

/** Sets how many forms with changes the nearest dialog has. */
export const DialogForms = createContext<Dispatch<SetStateAction<number>> | null>(null)

/** Reports unsaved changes of a form while `active`: the dialog that contains it asks before it closes. */
export function useUnsaved(active: boolean): void {
  const setInDialog = useContext(DialogForms)
  // Before the next key: in a later effect, Escape could close the dialog first.
  useLayoutEffect(() => {
    if (!active) return
    forms++
    setInDialog?.(count => count + 1)
    return () => {
      forms--
      setInDialog?.(count => count - 1)
    }
  }, [active, setInDialog])
}

/**
 * While `active`: stops leaving the page if `loses`, until that is answered. For a closed or reloaded tab the browser asks.
 * The router awaits active blockers: a second navigation in the same moment would not see the first.
 */
export function useLeaveBlocker(active: boolean, loses: () => boolean) {
  return useBlocker({
    disabled: !active,
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && hasUnsaved() && loses(),
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
}
