import { deliver, forgetSentPlaces } from './deliver'
import { clearDownloads } from './downloads'
import { recentSearchesOf } from './recent-searches'

/** Maximum wait for the server when signing out; unsent entries then stay. */
const LEAVING_MS = 4000

export async function sendBeforeLeaving(userId: string): Promise<void> {
  await Promise.race([deliver(userId), new Promise(resolve => setTimeout(resolve, LEAVING_MS))])
}

/** Deletes everything of the user that the server also has; unsent entries stay. */
export async function clearStored(userId: string): Promise<void> {
  try {
    localStorage.removeItem(recentSearchesOf(userId))
  } catch {
    // Storage is forbidden: there is nothing in it.
  }
  await Promise.all([clearDownloads(userId), forgetSentPlaces(userId, 0)])
}
