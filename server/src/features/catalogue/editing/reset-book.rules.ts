import { BOOK_FIELD_REGISTRY } from '@octavo/contract/book-fields'
import { fieldsOfFiles, plainNames } from '@octavo/contract/fields'
import { BOOK_LOCKS, isLocked, withLock } from '../../../kernel/field-locks'
import type { BookValues, FileValues } from './book-values'
import { type EditedBook, lockOfField } from './edited-book'
import { isSame, valueAt } from './edited-value.rules'

const OF_FILES: ReadonlySet<string> = new Set([
  ...fieldsOfFiles(BOOK_FIELD_REGISTRY).map(([name]) => name),
  ...['chapter', 'seriesTotal'],
])
const NAMES = [...plainNames(BOOK_FIELD_REGISTRY), 'genres', 'subjects', 'isbns', 'authors', 'awards', 'customMetadata']

/**
 * A book as its file and its library's rules define it; with `unlocked`, locked fields stay. Fields without a value in
 * the file are cleared. If the file's value is unknown, the field stays until the file is read again.
 */
export function resetBook(
  before: BookValues,
  lockedBefore: number,
  which: 'all' | 'unlocked',
  file: FileValues | null,
): EditedBook {
  const staysLocked = (name: string) => {
    const lock = lockOfField(name)
    return which === 'unlocked' && lock !== undefined && isLocked(BOOK_LOCKS, lockedBefore, lock)
  }
  let values = before
  for (const name of NAMES) {
    if (staysLocked(name)) continue
    const said = file ? valueAt(file, name) : undefined
    if (!OF_FILES.has(name)) values = { ...values, [name]: said ?? (name === 'awards' ? [] : null) }
    else if (file) values = { ...values, [name]: said }
  }
  const cover = isLocked(BOOK_LOCKS, lockedBefore, 'cover')
  const differs = (name: string) => !isSame(valueAt(before, name), valueAt(values, name))
  return {
    values,
    // The cover is not a field of this edit.
    locks: which === 'all' ? withLock(BOOK_LOCKS, 0, 'cover', cover) : lockedBefore,
    fields: NAMES.filter(differs),
    said: [],
    released: NAMES.filter(name => !staysLocked(name)),
    skipped: ['title', 'number', ...NAMES].filter(staysLocked),
    byRules: {
      title: !staysLocked('title'),
      number: !staysLocked('number'),
      place: !staysLocked('volume') || !staysLocked('chapter'),
    },
  }
}
