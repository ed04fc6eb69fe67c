import { READ_STATUSES } from '@octavo/contract/metadata-words'
import { currentLanguage, currentLocale, formatNumber } from '../../../messages'
import { fieldLabel } from '../../../messages/field-label'
import { tl } from '../messages'
import { type Condition, fieldsOf, type ListKind, type Operation, partOf } from '../question/question'

/** Names for ids: libraries and series. */
export type NamesOfIds = (id: string) => string | undefined

export function fieldName(field: string): string {
  return fieldLabel(field)
}

export function operatorName(operator: Operation['operator']): string {
  return tl(`operator.${operator}`)
}

/** A value for display: names of languages, not codes. */
export function valueName(field: string, value: string): string {
  if (WORDS.get(field)?.includes(value)) return tl(`choice.${value}` as 'choice.read')
  if (field === 'format') return value.toUpperCase()
  if (field === 'language') return languageName(value)
  return value
}

/** Translated values, by field. */
const WORDS = new Map(
  [...Object.entries(fieldsOf('series')), ...Object.entries(fieldsOf('books'))].flatMap(([name, { words }]) =>
    words ? [[name, words] as const] : [],
  ),
).set('readStatus', READ_STATUSES)

function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** A day of a filter is in UTC, as in the address. */
function formatDay(iso: string): string {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso))
}

/** A condition in a few words, for a chip. */
export function conditionWords(condition: Condition, kind: ListKind, names: NamesOfIds): string {
  const part = partOf(condition)
  if (part.group === null) return termWords(part.field, part.operation, kind, names)
  if (part.of.length === 0) return tl(part.group === 'any' ? 'term.nothing' : 'term.everything')
  const alike = part.group === 'any' ? sameFieldWords(part.of) : null
  if (alike) return alike
  const terms = part.of.map(each => {
    const words = conditionWords(each, kind, names)
    return partOf(each).group === null ? words : `(${words})`
  })
  if (part.group === 'none') return tl('term.none', { terms: terms.join(', ') })
  const join = part.group === 'all' ? 'term.and' : 'term.or'
  return terms.reduce((one, other) => tl(join, { one, other }))
}

/** "Genre: Horror or Comedy", if any of several values of one field matches. */
function sameFieldWords(members: readonly Condition[]): string | null {
  const parts = members.map(partOf)
  const [first] = parts
  if (!first || first.group !== null) return null
  const values: string[] = []
  for (const part of parts) {
    if (part.group !== null || part.field !== first.field || part.operation.operator !== 'is') return null
    values.push(valueName(part.field, String(part.operation.value)))
  }
  const value = values.reduce((one, other) => tl('term.or', { one, other }))
  return tl('term.plain', { field: fieldName(first.field), value })
}

function termWords(field: string, operation: Operation, kind: ListKind, names: NamesOfIds): string {
  const name = fieldName(field)
  const { operator, value, values, unit } = operation
  const date = fieldsOf(kind)[field]?.family === 'date'
  const number = (it: number) => (field === 'year' ? String(it) : formatNumber(it))
  const show = (it: string | number) =>
    typeof it === 'number' ? number(it) : date ? formatDay(it) : (names(it) ?? valueName(field, it))
  if (operator === 'between') {
    const from = operation.min ?? operation.start
    const to = operation.max ?? operation.end
    if (from !== undefined && to !== undefined)
      return tl('term.plain', { field: name, value: tl('term.range', { from: show(from), to: show(to) }) })
    if (from !== undefined) return tl('term.from', { field: name, value: show(from) })
    return to === undefined ? tl('term.everything') : tl('term.to', { field: name, value: show(to) })
  }
  if (operator === 'isTrue') return name
  if (operator === 'isFalse') return tl('term.not', { value: name })
  if (unit) {
    const ago = tl(`term.ago.${unit}`, { count: Number(value) })
    return tl('term.plain', { field: name, value: operator === 'inLast' ? ago : tl('term.not', { value: ago }) })
  }
  if (operator === 'in' || operator === 'notIn') {
    return tl('term.valued', {
      field: name,
      operator: operatorName(operator),
      value: (values ?? []).map(show).join(', '),
    })
  }
  if (value === undefined) return tl('term.asked', { field: name, operator: operatorName(operator) })
  if (operator === 'is' || operator === 'eq') return tl('term.plain', { field: name, value: show(value) })
  if (operator === 'isNot' || operator === 'ne') {
    return tl('term.plain', { field: name, value: tl('term.not', { value: show(value) }) })
  }
  const shown = typeof value === 'string' && !date ? tl('term.text', { text: value }) : show(value)
  return tl('term.valued', { field: name, operator: operatorName(operator), value: shown })
}
