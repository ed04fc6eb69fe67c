import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let opened = false

/** Keys from before the app was there: the palette takes what was typed. */
export const pressedEarly: KeyboardEvent[] = []

/** Opens the palette, or closes it. */
export function openPalette(now = true): void {
  if (opened === now) return
  opened = now
  for (const listener of listeners) listener()
}

export function usePaletteOpened(): boolean {
  return useSyncExternalStore(subscribe, () => opened)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
