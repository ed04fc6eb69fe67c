import { deliver, forgetSentPlaces } from './deliver'
import { clearDownloads } from './downloads'

/** A server that takes longer than this is not waited for by somebody who signs out: what is unsent stays. */
const LEAVING_MS = 4000

export async function sendBeforeLeaving(userId: string): Promise<void> {
  await Promise.race([deliver(userId), new Promise(resolve => setTimeout(resolve, LEAVING_MS))])
}

/** Everything that the server has of somebody who signs out; what is unsent stays. */
export async function clearStored(userId: string): Promise<void> {
  await Promise.all([clearDownloads(userId), forgetSentPlaces(userId, 0)])
}
