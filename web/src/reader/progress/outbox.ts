import { afterSending, isNewer } from './place.rules'
import { askLocator, askPage, sendPlace } from './progress-api'
import { browserShelf, type UnsentStore, unsentStore } from './unsent-store'

const TRY_EVERY = 60_000
const open = new Set<string>()

/** A reader that is open sends its own book's places. */
export function openInReader(bookId: string): () => void {
  open.add(bookId)
  return () => open.delete(bookId)
}

let running: { readonly userId: string; readonly stop: () => void } | null = null

/**
 * Sends places that an earlier visit could not: now, when the network is back, and every minute while there are any.
 * To be called whenever it is known who is signed in.
 */
export function keepOutbox(userId: string): void {
  if (running?.userId === userId) return
  running?.stop()
  running = { userId, stop: startOutbox(userId) }
}

function startOutbox(userId: string): () => void {
  const store = unsentStore(browserShelf(), userId)
  const run = () => void sendUnsent(store)
  const timer = setInterval(run, TRY_EVERY)
  window.addEventListener('online', run)
  run()
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', run)
  }
}

async function sendUnsent(store: UnsentStore): Promise<void> {
  for (const bookId of store.books()) {
    if (open.has(bookId)) continue
    if (!(await sendOne(store, bookId))) return
  }
}

/** Answers false when the server is not there, and the others can wait as well. */
async function sendOne(store: UnsentStore, bookId: string): Promise<boolean> {
  const unsent = store.read(bookId)
  if (!unsent) return true
  const server = await (unsent.place.locator ? askLocator : askPage)(bookId)
  if (server === undefined) return false
  if (isNewer(unsent, server)) {
    const sent = await sendPlace(bookId, unsent.place, unsent.savedAt, unsent.base, false)
    if (afterSending(sent.status) === 'again') return false
  }
  store.remove(bookId, unsent.savedAt)
  return true
}
