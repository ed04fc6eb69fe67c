type Values = Readonly<Record<string, unknown>>

/** What a person chose in this browser and the server has not heard yet, by key. */
export function readUnsent(person: string | null): Values {
  if (person === null) return {}
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(`octavo.preferences.${person}`) ?? '{}')
    return typeof saved === 'object' && saved !== null && !Array.isArray(saved) ? (saved as Values) : {}
  } catch {
    return {}
  }
}

export function writeUnsent(person: string | null, values: Values): void {
  try {
    localStorage.setItem(`octavo.preferences.${person}`, JSON.stringify(values))
  } catch {
    // Full or forbidden: the choice lasts in this browser as long as the page.
  }
}
