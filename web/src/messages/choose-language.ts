/** The saved language, else the first of the browser's wishes that we have, else English. */
export function chooseLanguage<L extends string>(
  known: readonly L[],
  saved: string | null,
  wished: readonly string[],
): L | 'en' {
  for (const tag of saved ? [saved, ...wished] : wished) {
    const found = known.find(one => tag.toLowerCase().split('-')[0] === one)
    if (found) return found
  }
  return 'en'
}
