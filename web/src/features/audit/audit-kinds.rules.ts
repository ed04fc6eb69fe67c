import type { AuditAction } from '../../api/types'

/** Kinds of entries by subject, in the order of the filter. Each kind is in one group. */
export const kindGroups = {
  signing_in: ['signed_in', 'sign_in_failed', 'signed_out', 'user_viewed_as'],
  sessions: ['session_revoked', 'session_reused'],
  credentials: [
    'password_changed',
    'password_reset_requested',
    'password_reset',
    'second_factor_changed',
    'passkey_added',
    'passkey_removed',
    'email_verified',
  ],
  people: ['user_registered', 'user_invited', 'user_created', 'user_changed', 'user_deleted'],
  providers: [
    'identity_provider_created',
    'identity_provider_changed',
    'identity_provider_deleted',
    'identity_linked',
    'identity_unlinked',
  ],
  api_keys: ['api_key_created', 'api_key_changed', 'api_key_revoked'],
  groups: ['access_group_created', 'access_group_changed', 'access_group_deleted'],
  sharing: ['sharing_tag_created', 'sharing_tag_changed', 'sharing_tag_deleted', 'series_shared'],
  metadata: [
    'series_edited',
    'book_edited',
    'book_errors_ignored',
    'book_errors_retried',
    'duplicate_dismissed',
    'duplicate_restored',
  ],
  regroupings: ['series_merged', 'series_split', 'books_moved', 'books_merged', 'regrouping_undone'],
  names: ['name_changed', 'names_merged', 'name_deleted', 'names_cleaned_up'],
  presets: ['filter_preset_created', 'filter_preset_changed', 'filter_preset_deleted', 'filter_preset_restored'],
  lists: [
    'collection_created',
    'collection_changed',
    'collection_deleted',
    'readlist_created',
    'readlist_changed',
    'readlist_deleted',
  ],
  libraries: ['library_created', 'library_changed', 'library_folders_changed', 'library_deleted', 'missing_confirmed'],
  scans: ['scan_requested', 'scan_cancelled'],
  schedules: ['schedule_created', 'schedule_changed', 'schedule_deleted', 'schedule_run'],
  tasks: ['task_requested', 'task_cancelled', 'task_retried', 'task_unlocked', 'tasks_deleted', 'metrics_deleted'],
  files: ['files_deleted', 'books_purged', 'files_cleaned_up', 'backup_downloaded', 'backup_deleted'],
  settings: ['settings_changed', 'settings_reset'],
} as const satisfies Readonly<Record<string, readonly AuditAction[]>>

export type KindGroup = keyof typeof kindGroups
/** One kind, or a whole group of them. */
export type AuditKind = KindGroup | AuditAction

export const groupNames = Object.keys(kindGroups) as KindGroup[]

/** The kind or group of a word in the address; undefined if unknown. */
export function readKind(word: unknown): AuditKind | undefined {
  return groupNames.find(group => group === word) ?? allActions.find(action => action === word)
}

export function actionsOf(kind: AuditKind): readonly AuditAction[] {
  const group = groupNames.find(one => one === kind)
  return group ? kindGroups[group] : [kind as AuditAction]
}

export const allActions: readonly AuditAction[] = groupNames.flatMap(group => kindGroups[group])
