import { type RefObject, useDeferredValue, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { wayBack } from './lost-focus'
import { afterPaint } from './painted'
import { useFocusBack } from './use-focus-back'
import { useOpenedLater } from './use-opened-later'
import { useRootAttribute } from './use-root-attribute'

type Overlay = {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly opened: boolean
  readonly onClose: () => void
  readonly closeOnEscape: boolean
  readonly returnFocus: false
  readonly 'data-closed': true | undefined
}

/** The opened ones, the topmost last. */
const openOverlays: string[] = []

/**
 * Opens a dialog or sheet in the background, and hides it when it is closed: its content is removed after the page below
 * is painted. The next key or click is for that page. A promise of `onClose`, such as a navigation, is awaited.
 */
export function useOverlay(opened: boolean, onClose: () => unknown): Overlay {
  const id = useId()
  useLayoutEffect(() => {
    if (!opened) return
    openOverlays.push(id)
    return () => void openOverlays.splice(openOverlays.indexOf(id), 1)
  }, [id, opened])
  const [isClosing, setIsClosing] = useState(false)
  // Not shown again before what `onClose` changed.
  const isHidden = useDeferredValue(isClosing) || isClosing
  const isShown = opened && !isHidden
  const isThere = useOpenedLater(opened) && opened
  // The overlay does not reach the gutter of the page's scrollbar. Set with the overlay: it repaints the whole page.
  useRootAttribute('data-dimmed', isThere ? '' : null)
  useFocusBack(isShown, wayBack)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isShown) focusWithin(ref.current)
  }, [isShown])
  const close = async () => {
    // Rendered before the next press is handled: it may open another one, whose content must not be mixed with this.
    try {
      await flushSync(onClose)
    } finally {
      setIsClosing(false)
    }
  }
  return {
    ref,
    opened: isThere,
    onClose: () => {
      // Each of them hears Escape.
      if (openOverlays.at(-1) !== id) return
      setIsClosing(true)
      afterPaint(close)
    },
    closeOnEscape: isShown,
    // By useFocusBack, at once.
    returnFocus: false,
    'data-closed': isHidden || undefined,
  }
}

/** Hidden content cannot take the focus, so a dialog that is reopened at once would not have it. */
function focusWithin(overlay: HTMLElement | null): void {
  if (!overlay || overlay.contains(document.activeElement)) return
  const first = overlay.querySelector<HTMLElement>('[data-autofocus]') ?? overlay.querySelector<HTMLElement>(FOCUSABLE)
  first?.focus({ preventScroll: true })
}

const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex]:not([tabindex="-1"])'
