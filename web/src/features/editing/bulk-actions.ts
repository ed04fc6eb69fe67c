import type { Draft, DraftValue } from './draft.rules'
import { sentValue } from './draft.rules'
import type { EditedField } from './edited-fields'

/** What can be done with many at once. */
export const BULK_CHOICES = [
  'edit',
  'addGenres',
  'removeGenres',
  'replaceGenres',
  'addTags',
  'removeTags',
  'replaceTags',
  'lock',
  'unlock',
  'reset',
  'renumber',
  'analyze',
  'thumbnails',
] as const
export type BulkChoice = (typeof BULK_CHOICES)[number]

/** The action of a request; null while something is missing. */
export function bulkActionOf(
  choice: BulkChoice,
  field: EditedField | undefined,
  value: DraftValue,
): { readonly type: string } | null {
  const names = Array.isArray(value) ? (value as readonly string[]) : []
  const genres = (how: 'add' | 'remove' | 'replace', type: 'genres' | 'tags') =>
    names.length > 0 || how === 'replace' ? { type, [how]: names } : null
  switch (choice) {
    case 'edit':
      return field ? { type: 'edit', ...{ changes: { [field.name]: sentValue(field, value) } } } : null
    case 'lock':
    case 'unlock':
      return field ? { type: 'locks', ...{ locks: { [field.lock]: choice === 'lock' } } } : null
    case 'addGenres':
      return genres('add', 'genres')
    case 'removeGenres':
      return genres('remove', 'genres')
    case 'replaceGenres':
      return genres('replace', 'genres')
    case 'addTags':
      return genres('add', 'tags')
    case 'removeTags':
      return genres('remove', 'tags')
    case 'replaceTags':
      return genres('replace', 'tags')
    case 'analyze':
    case 'thumbnails':
      return { type: choice, ...{ force: true } }
    default:
      return { type: choice }
  }
}

export type { Draft }
