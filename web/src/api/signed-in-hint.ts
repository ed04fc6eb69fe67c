const hintedAs = 'octavo.signed-in'

/**
 * Whether somebody has signed in with this browser before. Without the hint, the session query is probably useless, and
 * the first run more likely. It is only a hint: the cookie decides.
 */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(hintedAs) === 'yes'
  } catch {
    return true
  }
}

export function hintSignedIn(now: boolean): void {
  try {
    if (now) localStorage.setItem(hintedAs, 'yes')
    else localStorage.removeItem(hintedAs)
  } catch {
    // Without storage, one more request is made.
  }
}
