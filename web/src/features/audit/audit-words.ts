import type { AuditEntryDto } from '../../api/types'
import { formatSize, t } from '../../messages'
import { formatMoment } from '../admin/format'
import { editDetails, editFacts } from './edit-facts'
import { tu } from './messages'
import { taskDetails, taskFacts } from './task-facts'

const gap = '\u0000'

/** The text before and after the subject's name. */
export function sentenceOf({
  action,
  outcome,
  details,
}: Pick<AuditEntryDto, 'action' | 'outcome' | 'details'>): string[] {
  const many = Number(action === 'book_edited' ? details.books : details.series)
  const isEdit = action === 'book_edited' || action === 'series_edited'
  if (isEdit && many > 1) return tu(`audit.many.${action}`, { what: gap, count: many - 1 }).split(gap)
  return words(action, outcome).split(gap)
}

function words(action: AuditEntryDto['action'], outcome: AuditEntryDto['outcome']): string {
  if (outcome !== 'done') {
    switch (action) {
      case 'files_deleted':
      case 'books_purged':
      case 'library_deleted':
      case 'missing_confirmed':
        return tu(`audit.request.${action}`, { what: gap })
    }
  }
  return tu(`audit.entry.${action}`, { what: gap })
}

const ways = ['password', 'code', 'passkey', 'oidc', 'registration', 'setup', 'profile'] as const
const reasons = ['signed_in_again', 'second_factor', 'password', 'password_reset'] as const
/** Reasons of failed sign-ins. */
const refusals = {
  'No such user': 'noUser',
  'Wrong password': 'password',
  'The account is deactivated': 'inactive',
  'The account is switched off': 'inactive',
  'No account has this address, and none is made': 'nobodyMade',
  inactive: 'inactive',
  no_account: 'noAccount',
  'A passkey that is not known or not right': 'passkey',
  'A passkey that was shown before, or a copy of one': 'passkeyCopy',
  'The password was right, the code was not': 'code',
  'The password was right, the passkey was not': 'secondPasskey',
} as const

export function messageOf({ action, outcome, message }: AuditEntryDto): string | null {
  if (outcome === 'interrupted') return tu('audit.interrupted')
  const refusal = action === 'sign_in_failed' && refusals[message as keyof typeof refusals]
  return refusal ? tu(`audit.refused.${refusal}`) : (message ?? null)
}

/** Details of an entry in words, and those without words. */
export function detailsOf({ action, subjectKind, details }: AuditEntryDto): {
  readonly facts: string[]
  readonly rest: readonly (readonly [string, string])[]
} {
  const { from, to, reason, way, because, by, provider, role, triesBefore, sessions, until, before, after, ...other } =
    details
  const { books, deletedFiles, deletedBytes, foldersRemoved, files, spared, places, removed, size, ...later } = other
  const { avatar, ...further } = later
  const said = new Set<string>([...editDetails(action), ...taskDetails(action)])
  const rest = Object.fromEntries(Object.entries(further).filter(([name]) => !said.has(name)))
  const knownWay = ways.find(one => one === way)
  const knownReason = reasons.find(one => one === because)
  const count = Array.isArray(books) ? books.length : books
  const folders = texts(foldersRemoved)
  const facts = [
    typeof to === 'string' && tu('audit.fromTo', { from: shown(from), to: shown(to) }),
    typeof reason === 'string' && tu('audit.reason', { reason }),
    knownWay && tu(`audit.way.${knownWay}`),
    way !== undefined && !knownWay && shown(way),
    knownReason && tu(`audit.because.${knownReason}`),
    because !== undefined && !knownReason && shown(because),
    typeof provider === 'string' && tu('audit.provider', { provider }),
    typeof role === 'string' && tu('audit.role', { role: roleName(role) }),
    typeof triesBefore === 'number' && tu('audit.earlierAttempts', { count: triesBefore }),
    typeof sessions === 'number' && tu('audit.sessions', { count: sessions }),
    (typeof until === 'string' || typeof until === 'number') &&
      tu('audit.until', { time: formatMoment(new Date(until).toISOString()) }),
    before !== undefined && tu('audit.before', { what: shown(before) }),
    after !== undefined && tu('audit.after', { what: shown(after) }),
    typeof count === 'number' && tu('audit.books', { count }),
    typeof deletedFiles === 'number' && tu('audit.files', { count: deletedFiles }),
    typeof deletedBytes === 'number' &&
      deletedBytes > 0 &&
      tu('audit.deletedBytes', { size: formatSize(deletedBytes) }),
    folders.length > 0 && tu('audit.folders', { names: folders.join(', ') }),
    typeof avatar === 'boolean' && tu(avatar ? 'audit.pictureChanged' : 'audit.pictureDeleted'),
    ...editFacts({ action, details }),
    ...taskFacts({ action, subjectKind, details }),
  ]
  const unsaid = {
    ...rest,
    ...(to === undefined && { from }),
    ...(typeof by === 'string' && { by }),
    places,
    removed,
    ...(action !== 'files_deleted' && action !== 'book_errors_retried' && { files, size }),
  }
  return {
    facts: facts.filter((fact): fact is string => typeof fact === 'string' && fact !== ''),
    rest: Object.entries(unsaid).flatMap(([name, value]) =>
      value === undefined || value === null || shown(value) === '' ? [] : [[name, shown(value)]],
    ),
  }
}

function roleName(word: string): string {
  const role = (['reader', 'maintainer', 'admin'] as const).find(one => one === word)
  return role ? t(`role.${role}`) : word
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
}

/** A value of the log as text: lists joined by commas, nested ones as JSON. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every(one => typeof one !== 'object')) return value.join(', ') || '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
