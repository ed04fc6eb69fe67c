import { belowBase } from '../../api/base-path'
import { api } from '../../api/client'
import { expectUser } from '../../api/expected-user'

/** The other pages of this browser are somebody else as well, from then on. */
const changedAs = 'octavo.viewing-as'

/** Sees everything as this user until `stopViewingAs`, or until the server says that it is enough. */
export async function startViewingAs(userId: string): Promise<void> {
  await api.post('/api/v1/users/{user_id}/see-as', { params: { user_id: userId } })
  expectUser(null)
  leaveTo('/')
}

let ending = false

export async function stopViewingAs(): Promise<void> {
  if (ending) return
  ending = true
  await api.delete('/api/v1/auth/see-as', { anonymous: true, user: null }).finally(() => {
    ending = false
  })
  leaveTo('/settings/users')
}

/** Loads a page again when another one has begun or ended this. */
export function followViewingAs(): void {
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
  location.assign(belowBase(path))
}
