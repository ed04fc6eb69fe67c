import { browserShelf } from './browser-shelf'

const savedAs = 'octavo.device'
let id: string | undefined

/** A random name of this browser, to distinguish its places from those of other devices. */
export function deviceId(): string {
  if (id) return id
  const shelf = browserShelf()
  id = shelf.getItem(savedAs) ?? crypto.getRandomValues(new Uint32Array(4)).join('-')
  try {
    shelf.setItem(savedAs, id)
  } catch {
    // Without storage the name lasts until the page closes.
  }
  return id
}
