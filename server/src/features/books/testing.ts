// Books as somebody without a database would write them down, and what a condition means for them.

/** Numbers that look like chance, the same in each run. */
export function chance(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  return {
    below: (count: number) => Math.floor(next() * count),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    is: (share: number) => next() < share,
  }
}
export type Chance = ReturnType<typeof chance>

/** A book as somebody without a database would write it down. */
export interface Plain {
  pk: number
  title: string
  summary: string | null
  path: string
  library: string
  series: string
  format: string
  pages: number
  number: number | null
  added: number
  released: number | null
  hasError: boolean
  status: 'unread' | 'in_progress' | 'read'
  /** When the reader last opened it; null for never. */
  readAt: number | null
  publisher: string | null
  genres: readonly string[]
  authors: readonly string[]
}

export const WORDS = [
  'Élan',
  'batman',
  'Bat',
  'Year',
  'one',
  '100%',
  'a_b',
  '進撃の巨人',
  'Ärger',
  'X-Men',
  "D'Artagnan",
  '\\',
]
export const GENRES = ['Horror', 'Science Fiction', 'Érotique', 'Seinen']
export const PEOPLE = ['Otomo', 'Moebius', 'Émile Zola']
export const LIBRARIES = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']
const MARKS = /\p{M}+/gu
/** Case and accents away, by the standard's own means. */
export const plainly = (text: string) => text.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFKC')

export function randomText(random: Chance): string {
  return Array.from({ length: 1 + random.below(3) }, () => random.of(WORDS)).join(' ')
}

export function randomCondition(random: Chance, depth: number): object {
  if (depth > 0 && random.is(0.5)) {
    const children = () => Array.from({ length: random.below(4) }, () => randomCondition(random, depth - 1))
    return random.of([
      () => ({ allOf: children() }),
      () => ({ anyOf: children() }),
      () => ({ not: randomCondition(random, depth - 1) }),
    ])()
  }
  const text = () =>
    random.is(0.2)
      ? { operator: random.of(['isNull', 'isNotNull']) }
      : {
          operator: random.of(['is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith']),
          value: random.is(0.5) ? random.of(WORDS).toUpperCase() : randomText(random),
        }
  const name = (names: readonly string[]) => {
    const operation = text()
    const whole = random.of(names)
    const value = random.of([whole, whole.slice(0, 3), whole.slice(2), plainly(whole)])
    return 'value' in operation ? { ...operation, value } : operation
  }
  const number = (most: number) =>
    random.of<() => object>([
      () => ({ operator: random.of(['eq', 'ne', 'gt', 'gte', 'lt', 'lte']), value: random.below(most) }),
      () => ({ operator: 'between', min: random.below(most), max: random.below(most) }),
      () => ({ operator: random.of(['isNull', 'isNotNull']) }),
    ])()
  return random.of<() => object>([
    () => ({ title: text() }),
    () => ({ titleSort: text() }),
    () => ({ summary: text() }),
    () => ({ path: text() }),
    () => ({ publisher: text() }),
    () => ({ genre: name(GENRES) }),
    () => ({ author: name(PEOPLE) }),
    () => ({ pageCount: number(6) }),
    () => ({ number: number(5) }),
    () => ({ format: { operator: random.of(['is', 'isNot']), value: random.of(['cbz', 'epub']) } }),
    () => ({
      readStatus: { operator: random.of(['is', 'isNot']), value: random.of(['unread', 'in_progress', 'read']) },
    }),
    () => ({ hasError: { operator: random.of(['isTrue', 'isFalse']) } }),
    () => ({ libraryId: { operator: random.of(['is', 'isNot']), value: random.of(LIBRARIES) } }),
    () => ({ libraryId: { operator: random.of(['in', 'notIn']), values: LIBRARIES.slice(0, random.below(3)) } }),
    () => ({
      dateAdded: {
        operator: random.of(['after', 'before', 'onOrAfter', 'onOrBefore']),
        value: new Date(random.below(20)).toISOString(),
      },
    }),
  ])()
}

type Operation = Record<string, unknown> & { operator: string }

/** Whether a book meets a condition; `series` gives the genres of its series. */
export function meets(book: Plain, condition: object, genresOf: (series: string) => readonly string[]): boolean {
  const [[field, value]] = Object.entries(condition) as [[string, never]]
  if (field === 'allOf') return (value as object[]).every(each => meets(book, each, genresOf))
  if (field === 'anyOf') return (value as object[]).some(each => meets(book, each, genresOf))
  if (field === 'not') return !meets(book, value, genresOf)
  const operation = value as Operation
  const names = { genre: genresOf(book.series), author: book.authors }[field]
  if (names) return meetsNames(names, operation)
  const own = {
    title: book.title,
    titleSort: book.title,
    summary: book.summary,
    path: book.path,
    publisher: book.publisher,
    pageCount: book.pages,
    number: book.number,
    format: book.format,
    readStatus: book.status,
    hasError: book.hasError,
    libraryId: book.library,
    dateAdded: book.added,
  }[field] as string | number | boolean | null
  return meetsValue(own, operation)
}

function meetsNames(names: readonly string[], operation: Operation): boolean {
  if (operation.operator === 'isNull') return names.length === 0
  if (operation.operator === 'isNotNull') return names.length > 0
  const denied = { isNot: 'is', doesNotContain: 'contains' }[operation.operator]
  if (denied) return !names.some(name => meetsValue(name, { ...operation, operator: denied }))
  return names.some(name => meetsValue(name, operation))
}

function meetsValue(own: string | number | boolean | null, { operator, value, values, min, max }: Operation): boolean {
  if (operator === 'isNull') return own === null
  if (operator === 'isNotNull') return own !== null
  if (operator === 'in') return (values as string[]).includes(own as string)
  if (operator === 'notIn') return !(values as string[]).includes(own as string)
  if (typeof own === 'boolean') return own === (operator === 'isTrue')
  if (own === null) return ['isNot', 'doesNotContain', 'ne'].includes(operator)
  if (typeof own === 'number') {
    const other = typeof value === 'string' ? Date.parse(value) : (value as number)
    if (operator === 'between') return own >= (min as number) && own <= (max as number)
    return {
      eq: own === other,
      ne: own !== other,
      gt: own > other,
      after: own > other,
      gte: own >= other,
      onOrAfter: own >= other,
      lt: own < other,
      before: own < other,
      lte: own <= other,
      onOrBefore: own <= other,
    }[operator] as boolean
  }
  const [text, wanted] = [plainly(own), plainly(value as string)]
  return {
    is: text === wanted,
    isNot: text !== wanted,
    contains: text.includes(wanted),
    doesNotContain: !text.includes(wanted),
    beginsWith: text.startsWith(wanted),
    endsWith: text.endsWith(wanted),
  }[operator] as boolean
}
