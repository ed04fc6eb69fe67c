import { deliver, forgetSentPlaces } from './deliver'
import { clearDownloads } from './downloads'

/** Signing out waits no longer than this for the server; unsent entries then stay. */
const LEAVING_MS = 4000

export async function sendBeforeLeaving(userId: string): Promise<void> {
  await Promise.race([deliver(userId), new Promise(resolve => setTimeout(resolve, LEAVING_MS))])
}

/** Everything that the server has of somebody who signs out; what is unsent stays. */
export async function clearStored(userId: string): Promise<void> {
  await Promise.all([clearDownloads(userId), forgetSentPlaces(userId, 0)])
}
