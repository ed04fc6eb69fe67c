/** The saved language, else the first supported language of the browser, else English. */
export function chooseLanguage<L extends string>(
  known: readonly L[],
  saved: string | null,
  preferred: readonly string[],
): L | 'en' {
  for (const tag of saved ? [saved, ...preferred] : preferred) {
    const found = known.find(one => tag.toLowerCase().split('-')[0] === one)
    if (found) return found
  }
  return 'en'
}
