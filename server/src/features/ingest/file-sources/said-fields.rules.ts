import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { fieldsOfFiles, lockedFields } from '@octavo/contract/fields'
import type { FileSourcesDto } from '@octavo/contract/file-sources'
import type { SaidMember } from '../../../formats/merge-metadata'
import { BOOK_LOCKS, type BookLock, isLocked } from '../../../kernel/field-locks'

/** Not shown: pages have their own view, and links include the first one. */
const UNSHOWN = new Set<string>(['pageMarks', 'web'])

/** Values of sources by field name. For a locked field, no source is used. */
export function saidFields(members: readonly SaidMember[], locks: number): FileSourcesDto['fields'] {
  const names = new Map<string, string>(fieldsOfFiles(BOOK_FIELD_REGISTRY).map(([name, member]) => [member, name]))
  const lockOf = new Map(lockedFields(BOOK_FIELD_REGISTRY).map(([lock, field]) => [field, lock]))
  return members
    .filter(({ member }) => !UNSHOWN.has(member))
    .map(({ member, group, said, used, reason }) => {
      const field = names.get(member) ?? member
      const lock = lockOf.get(field)
      const holds = lock !== undefined && isLocked(BOOK_LOCKS, locks, lock as BookLock)
      const why = holds ? { used: null, reason: 'locked' as const } : { used, reason }
      return { field, group, said: said.map(each => ({ ...each })), ...why }
    })
}
