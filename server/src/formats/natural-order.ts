/**
 * Natural order of names: digits compare as whole numbers of any length, letters ignore case, numbers precede text.
 * Equal names keep their order (sort is stable).
 */
export function naturalCompare(a: string, b: string): number {
  return compareKeys(naturalKey(a), naturalKey(b))
}

/** `items` in natural order of their names; the key of each name is computed once. */
export function sortNaturally<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return items
    .map(item => ({ item, key: naturalKey(nameOf(item)) }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ item }) => item)
}

/**
 * Text with the same order as plain text: a number is its value after a mark and its length, so that it precedes text
 * and longer numbers. Sorting 200,000 names compares millions of keys.
 */
function naturalKey(name: string): string {
  return name.toLowerCase().replace(NUMBERS, digits => {
    const value = digits.replace(LEADING_ZEROS, '')
    return `\u0000${String.fromCharCode(value.length)}${value}`
  })
}

const NUMBERS = /[0-9]+/g
const LEADING_ZEROS = /^0+/

function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
