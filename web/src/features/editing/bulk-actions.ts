import type { DraftValue } from './draft.rules'
import { sentValue } from './draft.rules'
import type { EditedField } from './edited-fields'

/** Bulk actions. */
export const BULK_CHOICES = [
  'edit',
  'addGenres',
  'removeGenres',
  'replaceGenres',
  'addTags',
  'removeTags',
  'replaceTags',
  'custom',
  'lock',
  'unlock',
  'reset',
  'renumber',
  'analyze',
  'thumbnails',
] as const
export type BulkChoice = (typeof BULK_CHOICES)[number]

/** Actions that respect locks; the others change locks or only start tasks. */
export function mindsLocks(choice: BulkChoice): boolean {
  return !['lock', 'unlock', 'renumber', 'analyze', 'thumbnails'].includes(choice)
}

/** Actions that only start tasks: what will change is known once these have run. */
export function startsTasks(action: string): boolean {
  return ['renumber', 'analyze', 'thumbnails'].includes(action)
}

/** The typed text as a merge patch; null if invalid. */
function patchIn(text: string): object | null {
  try {
    const patch: unknown = JSON.parse(text)
    return typeof patch === 'object' && patch !== null && !Array.isArray(patch) ? patch : null
  } catch {
    return null
  }
}

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
    case 'custom': {
      const patch = typeof value === 'string' ? patchIn(value) : null
      return patch && { type: 'custom', ...{ patch } }
    }
    case 'analyze':
    case 'thumbnails':
      return { type: choice, ...{ force: true } }
    default:
      return { type: choice }
  }
}
