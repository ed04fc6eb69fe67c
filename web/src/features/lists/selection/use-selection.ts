import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** A selected item. */
export type Chosen = { readonly id: string; readonly index: number }

export type Selection = {
  readonly ids: ReadonlySet<string>
  readonly choose: (item: Chosen, range: boolean) => void
  readonly set: (ids: ReadonlySet<string>) => void
  readonly clear: () => void
  /** `x` selects the focused item, with Shift the range to it; Escape clears the selection. */
  readonly onKeyDown: (event: KeyboardEvent) => void
  /** Whether F6 was pressed after the last choice: the bar may still be loading. */
  readonly isReached: RefObject<boolean>
}

/**
 * Selected items of a list. `about` identifies the list; a change clears the selection. A range includes loaded items
 * only.
 */
export function useSelection(about: string, idAt: (index: number) => string | null): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<number | null>(null)
  const known = useRef(about)
  const isReached = useRef(false)
  const at = useRef(idAt)
  useEffect(() => {
    at.current = idAt
  })
  useEffect(() => {
    if (known.current === about) return
    known.current = about
    last.current = null
    setIds(new Set())
  }, [about])

  const choose = useCallback(({ id, index }: Chosen, range: boolean) => {
    isReached.current = false
    const from = range ? (last.current ?? index) : index
    last.current = index
    setIds(now => {
      const next = new Set(now)
      if (!range) {
        if (!next.delete(id)) next.add(id)
        return next
      }
      for (let each = Math.min(from, index); each <= Math.max(from, index); each++) {
        const found = at.current(each)
        if (found) next.add(found)
      }
      return next
    })
  }, [])
  const clear = useCallback(() => {
    last.current = null
    setIds(new Set())
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    isReached.current = event.key === 'F6' && ids.size > 0
    if (isReached.current) event.preventDefault()
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const target = event.target as HTMLElement
    if (event.key === 'Escape' && ids.size > 0 && !target.closest('[role=menu],[role=dialog],input')) clear()
    if (event.key !== 'x' && event.key !== 'X') return
    const here = target.matches('a,button') ? target.closest<HTMLElement>('[data-index]') : null
    const index = Number(here?.dataset.index)
    const id = here ? at.current(index) : null
    if (!id) return
    event.preventDefault()
    choose({ id, index }, event.shiftKey)
  }
  return { ids, choose, set: setIds, clear, onKeyDown, isReached }
}
