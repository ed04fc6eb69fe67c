import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from './lazy-part'
import type { ToastText } from './toast-text'

const listeners = new Set<() => void>()
let needed = false

/** Shows a message in the corner; its code is loaded with the first one. */
export function toast(text: ToastText): void {
  needed = true
  for (const listener of listeners) listener()
  void import('./toaster').then(toaster => toaster.showToast(text))
}

const Toaster = lazyPart(() => import('./toaster'))

export function ToastPlace() {
  const visible = useSyncExternalStore(subscribe, () => needed)
  return visible ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
