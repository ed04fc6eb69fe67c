/** One branch of a plural: `one {# book}`. */
const BRANCH = /^\s*([a-z]+)\s*\{/

/**
 * Names of a message's parameters, in order, including the count of a plural. Parses the part of ICU MessageFormat that
 * `web/src/messages/catalogue.ts` supports: `{name}` and `{count, plural, one {# book} other {# books}}`.
 *
 * @throws Error with the end of a sentence that begins with the key
 */
export function placesOf(text: string, language: string): string[] {
  return [
    ...new Set(readPlaces(text, new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted())),
  ].sort()
}

function readPlaces(text: string, forms: readonly string[]): string[] {
  if (/'[{}#]/.test(text)) throw new Error('has an apostrophe before a brace, which ICU reads as a quote: write ’')
  const places: string[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '}') throw new Error('has a closing brace too many')
    if (text[at] !== '{') continue
    const end = closing(text, at)
    places.push(...readPlace(text.slice(at + 1, end), forms))
    at = end
  }
  return places
}

function readPlace(inside: string, forms: readonly string[]): string[] {
  if (/^\w+$/.test(inside)) return [inside]
  const plural = /^(\w+), plural,/.exec(inside)
  if (!plural?.[1]) throw new Error(`has {${inside}}, which is no place and no plural`)
  const places = [plural[1]]
  const seen: string[] = []
  let rest = inside.slice(plural[0].length)
  while (rest.trim() !== '') {
    const branch = BRANCH.exec(rest)
    const form = branch?.[1] ?? ''
    if (!branch || !forms.includes(form))
      throw new Error(`has a plural with ${form || rest}: its forms are ${forms.join(', ')}`)
    const open = branch[0].length - 1
    const end = closing(rest, open)
    places.push(...readPlaces(rest.slice(open + 1, end), forms))
    seen.push(form)
    rest = rest.slice(end + 1)
  }
  if (!seen.includes('other')) throw new Error('has a plural without other')
  return places
}

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return at
  }
  throw new Error('has an opening brace too many')
}
