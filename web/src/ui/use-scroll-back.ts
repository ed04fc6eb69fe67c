import { useElementScrollRestoration } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Afterwards, a page that grows no longer moves. */
const PATIENCE_MS = 5000
const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Scrolls a page that is reloaded, or returned to, to its last position: the router does so once, before late parts are
 * there. Returns that position, 0 for the top.
 */
export function useScrollBack(): number {
  const before = useElementScrollRestoration({ getElement: () => window })
  const [left] = useState(before?.scrollY ?? 0)
  useEffect(() => {
    if (left === 0) return
    const stop = new AbortController()
    const observer = new ResizeObserver(() => {
      if (window.scrollY < left) window.scrollTo({ top: left, behavior: 'instant' })
      if (window.scrollY >= left - 1) stop.abort()
    })
    const timer = setTimeout(() => stop.abort(), PATIENCE_MS)
    stop.signal.addEventListener('abort', () => {
      observer.disconnect()
      clearTimeout(timer)
    })
    for (const name of BY_HAND)
      window.addEventListener(name, () => stop.abort(), { signal: stop.signal, passive: true })
    observer.observe(document.body)
    return () => stop.abort()
  }, [left])
  return left
}
