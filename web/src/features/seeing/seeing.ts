import { api } from '../../api/client'
import type { SeeAsResponse } from '../../api/types'

/** The other pages of this browser are somebody else as well, from then on. */
const changedAs = 'octavo.seeing'

/** Sees everything as this user until `endSeeing`, or until the server says that it is enough. */
export async function beginSeeing(userId: string): Promise<void> {
  await api.post<SeeAsResponse>(`/users/${userId}/see-as`)
  leaveTo('/')
}

let ending = false

export async function endSeeing(): Promise<void> {
  if (ending) return
  ending = true
  await api.delete('/auth/see-as', { anonymous: true }).finally(() => {
    ending = false
  })
  leaveTo('/settings/users')
}

/** Loads a page anew when another one has begun or ended this. */
export function followSeeing(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === changedAs) location.reload()
  })
}

/** Nothing stays in memory of who was here before. */
function leaveTo(path: string): void {
  try {
    localStorage.setItem(changedAs, String(Date.now()))
  } catch {
    // Other pages find out when they ask.
  }
  location.assign(path)
}
