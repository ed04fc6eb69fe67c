import { LIST_OPERATORS, type ListFieldFamily } from '@octavo/contract/list-fields'
import { readOperand, writeOperation } from './operand-text.rules'
import {
  allOfParts,
  type Condition,
  fieldsOf,
  type Group,
  groupOf,
  type ListKind,
  type Operation,
  partOf,
  partsOf,
} from './question'

/**
 * A condition as a short text for addresses, and back:
 * `genre:Horror,-tag:gore,year:1990..1999,any(publisher:Marvel,title.contains:"a, b"),dateAdded.inLast:30 days`.
 * Comma-separated terms must all match; `all`, `any` and `none` are groups; a minus negates.
 */
export type ReadFilter = { readonly condition: Condition | null } | { readonly fault: FilterFault }

/** The error in a text, and the affected part. */
export type FilterFault = { readonly reason: 'field' | 'operator' | 'value' | 'form' | 'length'; readonly at: string }

const longestText = 4000
const mostLevels = 20
const groups: readonly string[] = ['all', 'any', 'none'] satisfies Group[]

export function writeFilter(condition: Condition | null, kind: ListKind): string {
  return partsOf(condition)
    .map(part => writePart(part, kind))
    .join(',')
}

function writePart(condition: Condition, kind: ListKind): string {
  const part = partOf(condition)
  if (part.group !== null) return `${part.group}(${part.of.map(each => writePart(each, kind)).join(',')})`
  return writeOperation(part.field, part.operation, fieldsOf(kind)[part.field]?.family ?? 'text')
}

export function readFilter(text: string, kind: ListKind): ReadFilter {
  if (text.length > longestText) return { fault: { reason: 'length', at: `${text.slice(0, 40)}…` } }
  try {
    const reader = { text, at: 0 }
    const parts = readParts(reader, kind, 1)
    if (reader.at < text.length) fail('form', text.slice(reader.at))
    return { condition: allOfParts(parts) }
  } catch (error) {
    if (error instanceof FilterFaultError) return { fault: error.fault }
    throw error
  }
}

class FilterFaultError extends Error {
  constructor(readonly fault: FilterFault) {
    super(fault.reason)
  }
}

function fail(reason: FilterFault['reason'], at: string): never {
  throw new FilterFaultError({ reason, at: at.length > 60 ? `${at.slice(0, 59)}…` : at })
}

type Reader = { readonly text: string; at: number }

function readParts(reader: Reader, kind: ListKind, level: number): Condition[] {
  const parts: Condition[] = []
  const ends = () => reader.at >= reader.text.length || reader.text[reader.at] === ')'
  if (ends()) return parts
  for (;;) {
    parts.push(readPart(reader, kind, level))
    if (ends()) return parts
    if (reader.text[reader.at] !== ',') fail('form', reader.text.slice(reader.at))
    reader.at++
  }
}

function readPart(reader: Reader, kind: ListKind, level: number): Condition {
  const start = reader.at
  const denied = reader.text[reader.at] === '-'
  if (denied) reader.at++
  const name = /^[A-Za-z]+/.exec(reader.text.slice(reader.at))?.[0] ?? ''
  reader.at += name.length
  if (!denied && groups.includes(name) && reader.text[reader.at] === '(') {
    if (level >= mostLevels) fail('form', reader.text.slice(start))
    reader.at++
    const parts = readParts(reader, kind, level + 1)
    if (reader.text[reader.at] !== ')') fail('form', reader.text.slice(start))
    reader.at++
    return groupOf(name as Group, parts)
  }
  const fields = fieldsOf(kind)
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field) return fail('field', name || reader.text.slice(start))
  const operator = readOperator(reader, field.family)
  const value = reader.text[reader.at] === ':' ? readValue(reader) : null
  const shown = reader.text.slice(start, reader.at)
  const operation = readOperand({ kind: field, operator, denied, value })
  if (!operation) return fail('value', shown)
  return { [name]: operation }
}

function readOperator(reader: Reader, family: ListFieldFamily): Operation['operator'] | null {
  if (reader.text[reader.at] !== '.') return null
  const name = /^[A-Za-z]+/.exec(reader.text.slice(reader.at + 1))?.[0] ?? ''
  reader.at += 1 + name.length
  const known: readonly string[] = LIST_OPERATORS[family]
  if (!known.includes(name)) return fail('operator', name)
  return name as Operation['operator']
}

/** Everything up to the next comma or bracket; in quotes, up to the closing one; doubled quotes are literal. */
function readValue(reader: Reader): string {
  const start = ++reader.at
  if (reader.text[start] !== '"') {
    while (reader.at < reader.text.length && !',()'.includes(reader.text[reader.at] ?? '')) reader.at++
    return reader.text.slice(start, reader.at)
  }
  let value = ''
  for (reader.at++; reader.at < reader.text.length; reader.at++) {
    const letter = reader.text[reader.at]
    if (letter !== '"') value += letter
    else if (reader.text[reader.at + 1] === '"') {
      value += '"'
      reader.at++
    } else {
      reader.at++
      return value
    }
  }
  return fail('form', reader.text.slice(start))
}

/** The part of a condition that also applies to the other kind. */
export function conditionFor(kind: ListKind, condition: Condition | null, from: ListKind): Condition | null {
  return allOfParts(
    partsOf(condition).filter(part => !('fault' in readFilter(writeFilter({ allOf: [part] }, from), kind))),
  )
}
