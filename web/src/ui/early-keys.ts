declare global {
  interface Window {
    /** Keys pressed while the page was loading, as copies that can be dispatched; `public/first.js` adds them. */
    earlyKeys?: KeyboardEvent[] | undefined
  }
}

/** Longer ago, a person has given up, or has signed in since. */
const GOOD_FOR_MS = 10_000

/** For the page that handles keys from now on. */
export function takeKeys(): KeyboardEvent[] {
  const { earlyKeys = [] } = window
  window.earlyKeys = undefined
  return earlyKeys.filter(({ timeStamp }) => performance.now() - timeStamp < GOOD_FOR_MS)
}
