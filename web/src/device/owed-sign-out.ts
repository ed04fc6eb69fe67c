import { basePath } from '../api/base-path'

/** Scripts cannot delete the session cookie, so a sign-out without the server is stored until that confirms it. */
const storedAs = `octavo.sign-out-owed${basePath}`
const listeners = new Set<() => void>()
/** Where storage is forbidden or full, it lasts as long as the page. */
let passing: string | null = null

/** Whose sign-out the server has not confirmed: `any` while viewing as another user; null for nobody's. */
export function owedSignOut(): string | null {
  try {
    return localStorage.getItem(storedAs) ?? passing
  } catch {
    return passing
  }
}

export function storeOwedSignOut(owed: string | null): void {
  passing = null
  try {
    if (owed === null) localStorage.removeItem(storedAs)
    else localStorage.setItem(storedAs, owed)
  } catch {
    passing = owed
  }
  for (const listener of listeners) listener()
}

/** Calls back when another tab signs out. */
export function onSignOutElsewhere(handler: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === storedAs && newValue !== null) handler()
  })
}

/** Calls back when a sign-out becomes owed, or is confirmed. */
export function onOwedSignOut(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
