import { coverText } from './cover-text'
import { FIELDS } from './edited-fields'
import { te } from './messages'
import { shortened } from './text-change.rules'

/** A field's value in full, choices by their labels; empty for none. */
export function valueText(field: string, value: unknown): string {
  if (field === 'cover') return coverText(value)
  const edited = [...FIELDS.books, ...FIELDS.series].filter(({ name }) => name === field)
  if (typeof value === 'boolean' && edited.some(({ kind }) => kind === 'flag'))
    return te(value ? 'editing.yes' : 'editing.no')
  if (typeof value === 'string' && edited.some(({ options }) => options.includes(value)))
    return te(`choice.${value}` as 'choice.comic')
  return namesOf(value)?.join(', ') ?? textOf(value)
}

/** The same in one short line. */
export const shortText = (field: string, value: unknown) => shortened(valueText(field, value), 80)

/** The entries of a list; null for other values. */
export function namesOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) ? value.map(textOf) : null
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  const { name, role, title, label } = value as Readonly<Record<string, unknown>>
  if (typeof name === 'string') return detailed(name, typeof role === 'string' ? roleText(role) : '')
  return typeof title === 'string' ? detailed(title, typeof label === 'string' ? label : '') : JSON.stringify(value)
}

const detailed = (name: string, detail: string) => (detail ? `${name} (${detail})` : name)

/** A role that only a file has is shown as it is there. */
function roleText(role: string): string {
  const key = `role.${role}`
  const text = te(key as 'role.writer')
  return text === key ? role : text
}
