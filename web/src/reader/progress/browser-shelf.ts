type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** The browser's storage, or an in-memory replacement where it is forbidden. */
export function browserShelf(): Shelf {
  try {
    return window.localStorage
  } catch {
    return { length: 0, key: () => null, getItem: () => null, setItem: () => {}, removeItem: () => {} }
  }
}
