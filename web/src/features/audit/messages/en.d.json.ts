// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'audit.about' | 'audit.action.access_group_changed' | 'audit.action.access_group_created' | 'audit.action.access_group_deleted'
  | 'audit.action.api_key_changed' | 'audit.action.api_key_created' | 'audit.action.api_key_revoked' | 'audit.action.backup_deleted'
  | 'audit.action.backup_downloaded' | 'audit.action.book_edited' | 'audit.action.book_errors_ignored' | 'audit.action.book_errors_retried'
  | 'audit.action.books_merged' | 'audit.action.books_moved' | 'audit.action.books_purged' | 'audit.action.collection_changed'
  | 'audit.action.collection_created' | 'audit.action.collection_deleted' | 'audit.action.duplicate_dismissed' | 'audit.action.duplicate_restored'
  | 'audit.action.email_verified' | 'audit.action.files_cleaned_up' | 'audit.action.files_deleted' | 'audit.action.filter_preset_changed'
  | 'audit.action.filter_preset_created' | 'audit.action.filter_preset_deleted' | 'audit.action.filter_preset_restored' | 'audit.action.identity_linked'
  | 'audit.action.identity_provider_changed' | 'audit.action.identity_provider_created' | 'audit.action.identity_provider_deleted'
  | 'audit.action.identity_unlinked' | 'audit.action.library_changed' | 'audit.action.library_created' | 'audit.action.library_deleted'
  | 'audit.action.library_folders_changed' | 'audit.action.metrics_deleted' | 'audit.action.missing_confirmed' | 'audit.action.name_changed'
  | 'audit.action.name_deleted' | 'audit.action.names_cleaned_up' | 'audit.action.names_merged' | 'audit.action.passkey_added'
  | 'audit.action.passkey_removed' | 'audit.action.password_changed' | 'audit.action.password_reset' | 'audit.action.password_reset_requested'
  | 'audit.action.readlist_changed' | 'audit.action.readlist_created' | 'audit.action.readlist_deleted' | 'audit.action.regrouping_undone'
  | 'audit.action.scan_cancelled' | 'audit.action.scan_requested' | 'audit.action.schedule_changed' | 'audit.action.schedule_created'
  | 'audit.action.schedule_deleted' | 'audit.action.schedule_run' | 'audit.action.second_factor_changed' | 'audit.action.series_edited'
  | 'audit.action.series_merged' | 'audit.action.series_shared' | 'audit.action.series_split' | 'audit.action.session_reused'
  | 'audit.action.session_revoked' | 'audit.action.settings_changed' | 'audit.action.settings_reset' | 'audit.action.sharing_tag_changed'
  | 'audit.action.sharing_tag_created' | 'audit.action.sharing_tag_deleted' | 'audit.action.sign_in_failed' | 'audit.action.signed_in'
  | 'audit.action.signed_out' | 'audit.action.task_cancelled' | 'audit.action.task_requested' | 'audit.action.task_retried'
  | 'audit.action.task_unlocked' | 'audit.action.tasks_deleted' | 'audit.action.user_changed' | 'audit.action.user_created'
  | 'audit.action.user_deleted' | 'audit.action.user_invited' | 'audit.action.user_registered' | 'audit.action.user_viewed_as' | 'audit.all'
  | 'audit.allBooks' | 'audit.anyOutcome' | 'audit.anyTime' | 'audit.because.password' | 'audit.because.password_reset' | 'audit.because.second_factor'
  | 'audit.because.signed_in_again' | 'audit.byServer' | 'audit.changeRetention' | 'audit.cleaned.orphans' | 'audit.cleaned.pages' | 'audit.clear'
  | 'audit.csv.address' | 'audit.csv.entry' | 'audit.csv.library' | 'audit.csv.message' | 'audit.csv.subject' | 'audit.csv.time' | 'audit.csv.who'
  | 'audit.deletedSubject' | 'audit.deletedUser' | 'audit.details' | 'audit.everybody' | 'audit.export' | 'audit.field.autoMatchConditions'
  | 'audit.field.config' | 'audit.field.cronSchedule' | 'audit.field.description' | 'audit.field.enabled' | 'audit.field.isActive'
  | 'audit.field.recoveryCodes' | 'audit.field.scanningConfig' | 'audit.filesListed' | 'audit.filter' | 'audit.filterOutcome' | 'audit.from'
  | 'audit.group.api_keys' | 'audit.group.credentials' | 'audit.group.files' | 'audit.group.groups' | 'audit.group.libraries' | 'audit.group.lists'
  | 'audit.group.metadata' | 'audit.group.names' | 'audit.group.people' | 'audit.group.presets' | 'audit.group.providers' | 'audit.group.regroupings'
  | 'audit.group.scans' | 'audit.group.schedules' | 'audit.group.sessions' | 'audit.group.settings' | 'audit.group.sharing' | 'audit.group.signing_in'
  | 'audit.group.tasks' | 'audit.ignored.no' | 'audit.ignored.yes' | 'audit.interrupted' | 'audit.noMatchTitle' | 'audit.noneText' | 'audit.noneTitle'
  | 'audit.outcome.begun' | 'audit.outcome.done' | 'audit.outcome.failed' | 'audit.outcome.interrupted' | 'audit.person' | 'audit.pictureChanged'
  | 'audit.pictureDeleted' | 'audit.refused.code' | 'audit.refused.inactive' | 'audit.refused.noAccount' | 'audit.refused.noUser'
  | 'audit.refused.nobodyMade' | 'audit.refused.passkey' | 'audit.refused.passkeyCopy' | 'audit.refused.password' | 'audit.refused.secondPasskey'
  | 'audit.reset' | 'audit.retentionForever' | 'audit.scanMode.deep' | 'audit.scanMode.normal' | 'audit.search' | 'audit.server' | 'audit.shared.no'
  | 'audit.shared.yes' | 'audit.task.all' | 'audit.task.force' | 'audit.text' | 'audit.time' | 'audit.time.30d' | 'audit.time.7d' | 'audit.time.days'
  | 'audit.time.today' | 'audit.to' | 'audit.way.code' | 'audit.way.oidc' | 'audit.way.passkey' | 'audit.way.password' | 'audit.way.profile'
  | 'audit.way.registration' | 'audit.way.setup'

declare const messages: { readonly [K in Plain]: Message } & {
  'audit.aboutThis': Message<'name'>; 'audit.added': Message<'what'>; 'audit.after': Message<'what'>; 'audit.before': Message<'what'>
  'audit.books': Message<'count'>; 'audit.by': Message<'name'>; 'audit.changed': Message<'names'>; 'audit.count': Message<'count'>
  'audit.deletedBytes': Message<'size'>; 'audit.earlierAttempts': Message<'count'>; 'audit.entry.access_group_changed': Message<'what'>
  'audit.entry.access_group_created': Message<'what'>; 'audit.entry.access_group_deleted': Message<'what'>
  'audit.entry.api_key_changed': Message<'what'>; 'audit.entry.api_key_created': Message<'what'>; 'audit.entry.api_key_revoked': Message<'what'>
  'audit.entry.backup_deleted': Message<'what'>; 'audit.entry.backup_downloaded': Message<'what'>; 'audit.entry.book_edited': Message<'what'>
  'audit.entry.book_errors_ignored': Message<'what'>; 'audit.entry.book_errors_retried': Message<'what'>; 'audit.entry.books_merged': Message<'what'>
  'audit.entry.books_moved': Message<'what'>; 'audit.entry.books_purged': Message<'what'>; 'audit.entry.collection_changed': Message<'what'>
  'audit.entry.collection_created': Message<'what'>; 'audit.entry.collection_deleted': Message<'what'>
  'audit.entry.duplicate_dismissed': Message<'what'>; 'audit.entry.duplicate_restored': Message<'what'>; 'audit.entry.email_verified': Message<'what'>
  'audit.entry.files_cleaned_up': Message<'what'>; 'audit.entry.files_deleted': Message<'what'>; 'audit.entry.filter_preset_changed': Message<'what'>
  'audit.entry.filter_preset_created': Message<'what'>; 'audit.entry.filter_preset_deleted': Message<'what'>
  'audit.entry.filter_preset_restored': Message<'what'>; 'audit.entry.identity_linked': Message<'what'>
  'audit.entry.identity_provider_changed': Message<'what'>; 'audit.entry.identity_provider_created': Message<'what'>
  'audit.entry.identity_provider_deleted': Message<'what'>; 'audit.entry.identity_unlinked': Message<'what'>
  'audit.entry.library_changed': Message<'what'>; 'audit.entry.library_created': Message<'what'>; 'audit.entry.library_deleted': Message<'what'>
  'audit.entry.library_folders_changed': Message<'what'>; 'audit.entry.metrics_deleted': Message<'what'>
  'audit.entry.missing_confirmed': Message<'what'>; 'audit.entry.name_changed': Message<'what'>; 'audit.entry.name_deleted': Message<'what'>
  'audit.entry.names_cleaned_up': Message<'what'>; 'audit.entry.names_merged': Message<'what'>; 'audit.entry.passkey_added': Message<'what'>
  'audit.entry.passkey_removed': Message<'what'>; 'audit.entry.password_changed': Message<'what'>; 'audit.entry.password_reset': Message<'what'>
  'audit.entry.password_reset_requested': Message<'what'>; 'audit.entry.readlist_changed': Message<'what'>
  'audit.entry.readlist_created': Message<'what'>; 'audit.entry.readlist_deleted': Message<'what'>; 'audit.entry.regrouping_undone': Message<'what'>
  'audit.entry.scan_cancelled': Message<'what'>; 'audit.entry.scan_requested': Message<'what'>; 'audit.entry.schedule_changed': Message<'what'>
  'audit.entry.schedule_created': Message<'what'>; 'audit.entry.schedule_deleted': Message<'what'>; 'audit.entry.schedule_run': Message<'what'>
  'audit.entry.second_factor_changed': Message<'what'>; 'audit.entry.series_edited': Message<'what'>; 'audit.entry.series_merged': Message<'what'>
  'audit.entry.series_shared': Message<'what'>; 'audit.entry.series_split': Message<'what'>; 'audit.entry.session_reused': Message<'what'>
  'audit.entry.session_revoked': Message<'what'>; 'audit.entry.settings_changed': Message<'what'>; 'audit.entry.settings_reset': Message<'what'>
  'audit.entry.sharing_tag_changed': Message<'what'>; 'audit.entry.sharing_tag_created': Message<'what'>
  'audit.entry.sharing_tag_deleted': Message<'what'>; 'audit.entry.sign_in_failed': Message<'what'>; 'audit.entry.signed_in': Message<'what'>
  'audit.entry.signed_out': Message<'what'>; 'audit.entry.task_cancelled': Message<'what'>; 'audit.entry.task_requested': Message<'what'>
  'audit.entry.task_retried': Message<'what'>; 'audit.entry.task_unlocked': Message<'what'>; 'audit.entry.tasks_deleted': Message<'what'>
  'audit.entry.user_changed': Message<'what'>; 'audit.entry.user_created': Message<'what'>; 'audit.entry.user_deleted': Message<'what'>
  'audit.entry.user_invited': Message<'what'>; 'audit.entry.user_registered': Message<'what'>; 'audit.entry.user_viewed_as': Message<'what'>
  'audit.exportPart': Message<'count'>; 'audit.files': Message<'count'>; 'audit.folders': Message<'names'>; 'audit.fromDay': Message<'day'>
  'audit.fromTo': Message<'from' | 'to'>; 'audit.groupAll': Message<'group'>; 'audit.inFolder': Message<'path'>; 'audit.inLibrary': Message<'library'>
  'audit.locked': Message<'names'>; 'audit.many.book_edited': Message<'count' | 'what'>; 'audit.many.series_edited': Message<'count' | 'what'>
  'audit.noMatchText': Message<'filter'>; 'audit.notDeleted': Message<'path'>; 'audit.provider': Message<'provider'>; 'audit.reason': Message<'reason'>
  'audit.remove': Message<'name'>; 'audit.request.books_purged': Message<'what'>; 'audit.request.files_deleted': Message<'what'>
  'audit.request.library_deleted': Message<'what'>; 'audit.request.missing_confirmed': Message<'what'>; 'audit.retention': Message<'count'>
  'audit.role': Message<'role'>; 'audit.searched': Message<'text'>; 'audit.sessions': Message<'count'>; 'audit.task.cancelled': Message<'count'>
  'audit.task.covers': Message<'count'>; 'audit.task.days': Message<'count'>; 'audit.task.deleted': Message<'count'>
  'audit.task.files': Message<'count'>; 'audit.task.series': Message<'count'>; 'audit.toDay': Message<'day'>; 'audit.unlocked': Message<'names'>
  'audit.until': Message<'time'>
}
export default messages
