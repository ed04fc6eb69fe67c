import { coverText } from './cover-text'
import { FIELDS } from './edited-fields'
import { fieldText } from './field-text.rules'
import { te } from './messages'

/** A field's value in one short line, choices by their labels; empty for none. */
export function valueText(field: string, value: unknown): string {
  if (field === 'cover') return coverText(value)
  const edited = [...FIELDS.books, ...FIELDS.series].filter(({ name }) => name === field)
  if (typeof value === 'boolean' && edited.some(({ kind }) => kind === 'flag'))
    return te(value ? 'editing.yes' : 'editing.no')
  if (typeof value === 'string' && edited.some(({ options }) => options.includes(value)))
    return te(`choice.${value}` as 'choice.comic')
  return fieldText(value)
}
