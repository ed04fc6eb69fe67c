import type { EditedField } from './edited-fields'

export interface Person {
  readonly name: string
  readonly role: string
  readonly sortName?: string | null
}

export type DraftValue = string | readonly string[] | readonly Person[]
export type Draft = Readonly<Record<string, DraftValue>>
export type Locks = Readonly<Record<string, boolean>>

/** The server's values, in the form's format. */
export function draftOf(fields: readonly EditedField[], metadata: Readonly<Record<string, unknown>>): Draft {
  return Object.fromEntries(fields.map(field => [field.name, shown(field, metadata[field.name])]))
}

function shown({ kind }: EditedField, value: unknown): DraftValue {
  if (kind === 'people') return (value as readonly Person[] | null | undefined) ?? []
  if (kind !== 'chips') return value === null || value === undefined ? '' : String(value)
  const names = (value as readonly (string | { readonly name: string })[] | null | undefined) ?? []
  return names.map(name => (typeof name === 'string' ? name : name.name))
}

export function isChanged(draft: Draft, base: Draft, name: string): boolean {
  return JSON.stringify(draft[name]) !== JSON.stringify(base[name])
}

/** The resulting locks: changed fields are locked, unless somebody has decided otherwise. */
export function locksAfter(
  fields: readonly EditedField[],
  draft: Draft,
  base: Draft,
  locks: Locks,
  chosenLocks: Locks,
): Locks {
  return Object.fromEntries(
    fields.map(({ name, lock }) => [
      lock,
      chosenLocks[lock] ?? (isChanged(draft, base, name) || (locks[lock] ?? false)),
    ]),
  )
}

/** The request that saves the draft: changed fields and locks. Null if nothing changed. */
export function editOf(
  fields: readonly EditedField[],
  draft: Draft,
  base: Draft,
  locks: Locks,
  chosenLocks: Locks,
): Record<string, unknown> | null {
  const changed = fields.filter(field => isChanged(draft, base, field.name))
  const after = locksAfter(fields, draft, base, locks, chosenLocks)
  const lockChanges = fields.filter(({ lock }) => after[lock] !== (locks[lock] ?? false))
  if (changed.length + lockChanges.length === 0) return null
  const changedLocks = fields.filter(({ lock }) => chosenLocks[lock] !== undefined)
  return {
    ...Object.fromEntries(changed.map(field => [field.name, sentValue(field, draft[field.name] ?? '')])),
    ...(changedLocks.length > 0 && {
      locks: Object.fromEntries(changedLocks.map(({ lock }) => [lock, chosenLocks[lock]])),
    }),
  }
}

/** A value in request format. */
export function sentValue({ kind }: EditedField, value: DraftValue): unknown {
  if (kind === 'people') {
    const people = (value as readonly Person[]).filter(person => person.name.trim() !== '')
    // Like every cleared field: an empty list would take the people of its books from a series.
    return people.length > 0 ? people : null
  }
  if (kind === 'chips') return value
  const text = (value as string).trim()
  if (text === '') return null
  if (kind === 'flag') return text === 'true'
  // Invalid numbers are sent as they are: the server reports an error at the field.
  if (kind === 'number') return Number.isNaN(Number(text.replace(',', '.'))) ? text : Number(text.replace(',', '.'))
  return text
}
