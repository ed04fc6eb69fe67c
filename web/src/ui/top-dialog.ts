import { useSyncExternalStore } from 'react'

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

/** The topmost of the open dialog elements, if any: nothing outside it can be clicked or focused. */
export function useTopDialog(): HTMLElement | null {
  return useSyncExternalStore(subscribe, () => open.at(-1) ?? null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
