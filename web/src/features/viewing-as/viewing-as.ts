import { belowBase } from '../../api/base-path'
import { api } from '../../api/client'
import { expectedUser, expectUser } from '../../api/expected-user'
import { dropUnsaved } from '../../ui/unsaved'

/** The browser's other pages are affected, too. */
const changedAs = 'octavo.viewing-as'

/** Views the app as this user until `stopViewingAs`, or until it expires. */
export async function startViewingAs(userId: string): Promise<void> {
  const before = expectedUser()
  // A request sent meanwhile is answered for either of them; the page is loaded again.
  expectUser(null)
  await api
    .post('/api/v1/users/{user_id}/see-as', { params: { user_id: userId }, user: before })
    .catch((error: unknown) => {
      expectUser(before)
      throw error
    })
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

/** Reloads a page when another one has started or stopped this. */
export function followViewingAs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key !== changedAs) return
    dropUnsaved()
    location.reload()
  })
}

/** No data of the previous user stays in memory. */
function leaveTo(path: string): void {
  try {
    localStorage.setItem(changedAs, String(Date.now()))
  } catch {
    // Other pages notice with their next request.
  }
  dropUnsaved()
  location.assign(belowBase(path))
}
