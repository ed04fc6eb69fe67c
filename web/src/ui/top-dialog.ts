import { startTransition, useEffect, useState } from 'react'
import { painted } from './painted'

let open: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function change(now: readonly HTMLElement[]): void {
  open = now
  for (const listener of listeners) listener()
}

/** Call it when a dialog element opens as a modal, and the returned function when it closes. */
export function enterDialog(dialog: HTMLElement): () => void {
  change([...open, dialog])
  return () => change(open.filter(other => other !== dialog))
}

/**
 * The topmost of the open dialog elements, if any: nothing outside it can be clicked or focused. It changes after the
 * next paint and at low priority, so that moving messages into a dialog delays no press.
 */
export function useTopDialog(): HTMLElement | null {
  const [top, setTop] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const follow = () => setTop(open.at(-1) ?? null)
    const later = () => void painted().then(() => startTransition(follow))
    follow()
    listeners.add(later)
    return () => void listeners.delete(later)
  }, [])
  return top
}
