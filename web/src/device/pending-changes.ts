import { browserShelf } from '../reader/progress/browser-shelf'
import type { UnsentEntry } from './unsent.rules'

type Key = Pick<UnsentEntry, 'userId' | 'kind' | 'id'>

/**
 * Changes that are on their way into IndexedDB. Its writes end after the key or tap that caused them: a page that is left
 * in between loses them. Local storage is written at once, and read when the app is opened next. If IndexedDB fails, they
 * stay there until the server has answered.
 */
const startOf = (userId: string) => `octavo.pending.${userId}.`

const entryName = ({ userId, kind, id }: Key) => `${startOf(userId)}${kind}.${id}`

/** Only the last place of a book counts, but every change of a mark. */
const nameOf = (change: UnsentEntry) => `${entryName(change)}${change.kind === 'mark' ? `.${change.savedAt}` : ''}`

/** Returns a function that forgets it, once it is stored. */
export function rememberPending(change: UnsentEntry): () => void {
  const [name, text] = [nameOf(change), JSON.stringify(change)]
  try {
    browserShelf().setItem(name, text)
  } catch {
    // Full or forbidden: IndexedDB alone has to do.
  }
  return () => {
    // Unless the book has a newer place.
    if (browserShelf().getItem(name) === text) browserShelf().removeItem(name)
  }
}

/** What earlier pages left behind, in the order of the changes. */
export function pendingOf(userId: string): readonly { readonly change: UnsentEntry; readonly forget: () => void }[] {
  const shelf = browserShelf()
  const found = namesFrom(startOf(userId)).map(name => ({
    change: parsed(shelf.getItem(name)),
    forget: () => shelf.removeItem(name),
  }))
  for (const { change, forget } of found) if (!change) forget()
  return found
    .flatMap(({ change, forget }) => (change ? [{ change, forget }] : []))
    .sort((a, b) => a.change.savedAt - b.change.savedAt)
}

/** Forgets all changes of an entry. */
export function forgetPending(key: Key): void {
  const name = entryName(key)
  for (const each of namesFrom(name)) if (each === name || each.startsWith(`${name}.`)) browserShelf().removeItem(each)
}

function namesFrom(start: string): string[] {
  const shelf = browserShelf()
  return Array.from({ length: shelf.length }, (_, at) => shelf.key(at) ?? '').filter(name => name.startsWith(start))
}

function parsed(text: string | null): UnsentEntry | null {
  try {
    return JSON.parse(text ?? 'null') as UnsentEntry | null
  } catch {
    return null
  }
}
