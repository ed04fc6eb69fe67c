import { useLayoutEffect } from 'react'

/**
 * Sets an attribute of the root element while a value is given. Styles that depend on it are cheap; `:root:has(…)` makes
 * the browser search the whole document whenever an element is added.
 */
export function useRootAttribute(name: `data-${string}`, value: string | null): void {
  useLayoutEffect(() => {
    if (value === null) return
    document.documentElement.setAttribute(name, value)
    return () => document.documentElement.removeAttribute(name)
  }, [name, value])
}
