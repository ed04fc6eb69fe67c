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

function naturalKey(name: string): readonly string[] {
  return name.toLowerCase().match(CHUNKS) ?? []
}

const CHUNKS = /[0-9]+|[^0-9]+/g

function compareKeys(a: readonly string[], b: readonly string[]): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const order = compareChunks(a[i] as string, b[i] as string)
    if (order !== 0) return order
  }
  return a.length - b.length
}

function compareChunks(a: string, b: string): number {
  if (a === b) return 0
  const aIsNumber = isDigit(a)
  if (aIsNumber !== isDigit(b)) return aIsNumber ? -1 : 1
  return aIsNumber ? compareNumbers(a, b) : compareText(a, b)
}

function isDigit(chunk: string): boolean {
  const code = chunk.charCodeAt(0)
  return code >= 48 && code <= 57
}

function compareNumbers(a: string, b: string): number {
  const x = a.replace(LEADING_ZEROS, '')
  const y = b.replace(LEADING_ZEROS, '')
  if (x.length !== y.length) return x.length - y.length
  return x < y ? -1 : x > y ? 1 : 0
}

const LEADING_ZEROS = /^0+/

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
