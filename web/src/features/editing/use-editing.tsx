import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { isOff } from '../../ui/character-keys'
import { lazyPart } from '../../ui/lazy-part'
import { useMay } from '../auth'
import type { EditedThing } from './metadata-dialog'

const MetadataDialog = lazyPart(async () => ({ default: (await import('./metadata-dialog')).MetadataDialog }))

/** Editing a book or series: the action, null without permission, and the dialog while it is open. */
export function useEditing(thing: EditedThing): { readonly ask: (() => void) | null; readonly dialog: ReactNode } {
  const may = useMay(thing.subject === 'books' ? 'books-write' : 'series-write')
  const [opened, setOpened] = useState(false)
  return {
    ask: may ? () => setOpened(true) : null,
    dialog: opened && (
      <Suspense>
        <MetadataDialog thing={thing} onClose={() => setOpened(false)} />
      </Suspense>
    ),
  }
}

/** The key `e` on the page of a book or series, unless somebody types or a dialog is open. */
export function useEditKey(ask: (() => void) | null): void {
  useEffect(() => {
    if (!ask) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isOff(event)) return
      const at = event.target instanceof Element ? event.target : null
      if (at?.closest('input, textarea, select, [contenteditable], [role="dialog"]')) return
      if (document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      ask()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [ask])
}
