import { useLayoutEffect } from 'react'

/** Components that set each attribute: a dialog may open above another. */
const users = new Map<string, number>()

/**
 * Sets an attribute of the root element while a value is given. Styles that depend on it are cheap; `:root:has(…)` makes
 * the browser search the whole document whenever an element is added.
 */
export function useRootAttribute(name: `data-${string}`, value: string | null): void {
  useLayoutEffect(() => {
    if (value === null) return
    document.documentElement.setAttribute(name, value)
    users.set(name, (users.get(name) ?? 0) + 1)
    return () => {
      const others = (users.get(name) ?? 1) - 1
      users.set(name, others)
      if (others === 0) document.documentElement.removeAttribute(name)
    }
  }, [name, value])
}
