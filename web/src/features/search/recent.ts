import { recentSearchesOf } from '../../device/recent-searches'

/** Recent searches, saved in this browser for each account. */
const most = 6
const longest = 200

export function recentSearches(userId: string): readonly string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(recentSearchesOf(userId)) ?? '[]')
    return Array.isArray(saved) ? saved.filter(text => typeof text === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** A search is saved once one of its hits was opened. */
export function rememberSearch(userId: string, text: string): void {
  const wanted = text.trim().slice(0, longest)
  if (!wanted) return
  const others = recentSearches(userId).filter(other => other.toLowerCase() !== wanted.toLowerCase())
  save(userId, [wanted, ...others].slice(0, most))
}

export function forgetSearches(userId: string): void {
  save(userId, [])
}

function save(userId: string, texts: readonly string[]): void {
  try {
    localStorage.setItem(recentSearchesOf(userId), JSON.stringify(texts))
  } catch {
    // Without storage nothing is saved.
  }
}
