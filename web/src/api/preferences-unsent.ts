type Values = Readonly<Record<string, unknown>>

/** Preferences chosen in this browser and not yet saved on the server, by key. */
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
    // Full or forbidden: the choice lasts until the page closes.
  }
}
