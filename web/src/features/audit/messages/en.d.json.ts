// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'audit.about' | 'audit.aboutGone' | 'audit.action.access_group_changed' | 'audit.action.access_group_created' | 'audit.action.access_group_deleted'
  | 'audit.action.api_key_changed' | 'audit.action.api_key_created' | 'audit.action.api_key_revoked' | 'audit.action.book_edited'
  | 'audit.action.book_errors_ignored' | 'audit.action.book_errors_retried' | 'audit.action.books_purged' | 'audit.action.duplicate_dismissed'
  | 'audit.action.email_verified' | 'audit.action.files_cleaned_up' | 'audit.action.files_deleted' | 'audit.action.filter_preset_changed'
  | 'audit.action.filter_preset_created' | 'audit.action.filter_preset_deleted' | 'audit.action.filter_preset_restored' | 'audit.action.identity_linked'
  | 'audit.action.identity_provider_changed' | 'audit.action.identity_provider_created' | 'audit.action.identity_provider_deleted'
  | 'audit.action.identity_unlinked' | 'audit.action.library_changed' | 'audit.action.library_created' | 'audit.action.library_deleted'
  | 'audit.action.library_folders_changed' | 'audit.action.metrics_deleted' | 'audit.action.missing_confirmed' | 'audit.action.passkey_added'
  | 'audit.action.passkey_removed' | 'audit.action.password_changed' | 'audit.action.password_reset' | 'audit.action.password_reset_requested'
  | 'audit.action.scan_cancelled' | 'audit.action.scan_requested' | 'audit.action.schedule_changed' | 'audit.action.schedule_created'
  | 'audit.action.schedule_deleted' | 'audit.action.schedule_run' | 'audit.action.second_factor_changed' | 'audit.action.series_edited'
  | 'audit.action.series_shared' | 'audit.action.session_reused' | 'audit.action.session_revoked' | 'audit.action.settings_changed'
  | 'audit.action.settings_reset' | 'audit.action.sharing_tag_changed' | 'audit.action.sharing_tag_created' | 'audit.action.sharing_tag_deleted'
  | 'audit.action.sign_in_failed' | 'audit.action.signed_in' | 'audit.action.signed_out' | 'audit.action.task_cancelled' | 'audit.action.task_requested'
  | 'audit.action.task_retried' | 'audit.action.task_unlocked' | 'audit.action.tasks_deleted' | 'audit.action.user_changed'
  | 'audit.action.user_created' | 'audit.action.user_deleted' | 'audit.action.user_invited' | 'audit.action.user_registered'
  | 'audit.action.user_viewed_as' | 'audit.all' | 'audit.allBooks' | 'audit.anyOutcome' | 'audit.anyTime' | 'audit.because.password'
  | 'audit.because.password_reset' | 'audit.because.second_factor' | 'audit.because.signed_in_again' | 'audit.byItself' | 'audit.changeKept'
  | 'audit.cleaned.orphans' | 'audit.cleaned.pages' | 'audit.clear' | 'audit.csv.address' | 'audit.csv.entry' | 'audit.csv.library'
  | 'audit.csv.message' | 'audit.csv.subject' | 'audit.csv.time' | 'audit.csv.who' | 'audit.details' | 'audit.everybody' | 'audit.export'
  | 'audit.field.autoMatchConditions' | 'audit.field.config' | 'audit.field.cronSchedule' | 'audit.field.description' | 'audit.field.enabled'
  | 'audit.field.isActive' | 'audit.field.recoveryCodes' | 'audit.field.scanningConfig' | 'audit.filesListed' | 'audit.filter' | 'audit.filterOutcome'
  | 'audit.from' | 'audit.group.api_keys' | 'audit.group.credentials' | 'audit.group.files' | 'audit.group.groups' | 'audit.group.libraries'
  | 'audit.group.metadata' | 'audit.group.people' | 'audit.group.presets' | 'audit.group.providers' | 'audit.group.scans' | 'audit.group.schedules'
  | 'audit.group.sessions' | 'audit.group.settings' | 'audit.group.sharing' | 'audit.group.signing_in' | 'audit.group.tasks' | 'audit.ignored.no'
  | 'audit.ignored.yes' | 'audit.keptForGood' | 'audit.noMatchTitle' | 'audit.noneText' | 'audit.noneTitle' | 'audit.nothing' | 'audit.outcome.begun'
  | 'audit.outcome.done' | 'audit.outcome.failed' | 'audit.outcome.interrupted' | 'audit.person' | 'audit.personGone' | 'audit.refused.code'
  | 'audit.refused.inactive' | 'audit.refused.noAccount' | 'audit.refused.noUser' | 'audit.refused.nobodyMade' | 'audit.refused.passkey'
  | 'audit.refused.passkeyCopy' | 'audit.refused.password' | 'audit.refused.secondPasskey' | 'audit.reset' | 'audit.role.admin'
  | 'audit.role.maintainer' | 'audit.role.reader' | 'audit.scanMode.deep' | 'audit.scanMode.normal' | 'audit.search' | 'audit.server'
  | 'audit.shared.no' | 'audit.shared.yes' | 'audit.task.all' | 'audit.task.force' | 'audit.text' | 'audit.time' | 'audit.time.30d' | 'audit.time.7d'
  | 'audit.time.days' | 'audit.time.today' | 'audit.to' | 'audit.way.code' | 'audit.way.oidc' | 'audit.way.passkey' | 'audit.way.password'
  | 'audit.way.registration' | 'audit.way.setup'

declare const messages: { readonly [K in Plain]: Message } & {
  'audit.aboutThis': Message<'name'>; 'audit.added': Message<'what'>; 'audit.after': Message<'what'>; 'audit.before': Message<'what'>
  'audit.books': Message<'count'>; 'audit.by': Message<'name'>; 'audit.changed': Message<'names'>; 'audit.count': Message<'count'>
  'audit.deletedBytes': Message<'size'>; 'audit.exportPart': Message<'count'>; 'audit.files': Message<'count'>; 'audit.folders': Message<'names'>
  'audit.fromTo': Message<'from' | 'to'>; 'audit.groupAll': Message<'group'>; 'audit.inFolder': Message<'path'>; 'audit.inLibrary': Message<'library'>
  'audit.kept': Message<'count'>; 'audit.locked': Message<'names'>; 'audit.many.book_edited': Message<'count' | 'what'>
  'audit.many.series_edited': Message<'count' | 'what'>; 'audit.noMatchText': Message<'filter'>; 'audit.provider': Message<'provider'>
  'audit.reason': Message<'reason'>; 'audit.remove': Message<'name'>; 'audit.role': Message<'role'>; 'audit.said.access_group_changed': Message<'what'>
  'audit.said.access_group_created': Message<'what'>; 'audit.said.access_group_deleted': Message<'what'>; 'audit.said.api_key_changed': Message<'what'>
  'audit.said.api_key_created': Message<'what'>; 'audit.said.api_key_revoked': Message<'what'>; 'audit.said.book_edited': Message<'what'>
  'audit.said.book_errors_ignored': Message<'what'>; 'audit.said.book_errors_retried': Message<'what'>; 'audit.said.books_purged': Message<'what'>
  'audit.said.duplicate_dismissed': Message<'what'>; 'audit.said.email_verified': Message<'what'>; 'audit.said.files_cleaned_up': Message<'what'>
  'audit.said.files_deleted': Message<'what'>; 'audit.said.filter_preset_changed': Message<'what'>; 'audit.said.filter_preset_created': Message<'what'>
  'audit.said.filter_preset_deleted': Message<'what'>; 'audit.said.filter_preset_restored': Message<'what'>
  'audit.said.identity_linked': Message<'what'>; 'audit.said.identity_provider_changed': Message<'what'>
  'audit.said.identity_provider_created': Message<'what'>; 'audit.said.identity_provider_deleted': Message<'what'>
  'audit.said.identity_unlinked': Message<'what'>; 'audit.said.library_changed': Message<'what'>; 'audit.said.library_created': Message<'what'>
  'audit.said.library_deleted': Message<'what'>; 'audit.said.library_folders_changed': Message<'what'>; 'audit.said.metrics_deleted': Message<'what'>
  'audit.said.missing_confirmed': Message<'what'>; 'audit.said.passkey_added': Message<'what'>; 'audit.said.passkey_removed': Message<'what'>
  'audit.said.password_changed': Message<'what'>; 'audit.said.password_reset': Message<'what'>; 'audit.said.password_reset_requested': Message<'what'>
  'audit.said.scan_cancelled': Message<'what'>; 'audit.said.scan_requested': Message<'what'>; 'audit.said.schedule_changed': Message<'what'>
  'audit.said.schedule_created': Message<'what'>; 'audit.said.schedule_deleted': Message<'what'>; 'audit.said.schedule_run': Message<'what'>
  'audit.said.second_factor_changed': Message<'what'>; 'audit.said.series_edited': Message<'what'>; 'audit.said.series_shared': Message<'what'>
  'audit.said.session_reused': Message<'what'>; 'audit.said.session_revoked': Message<'what'>; 'audit.said.settings_changed': Message<'what'>
  'audit.said.settings_reset': Message<'what'>; 'audit.said.sharing_tag_changed': Message<'what'>; 'audit.said.sharing_tag_created': Message<'what'>
  'audit.said.sharing_tag_deleted': Message<'what'>; 'audit.said.sign_in_failed': Message<'what'>; 'audit.said.signed_in': Message<'what'>
  'audit.said.signed_out': Message<'what'>; 'audit.said.task_cancelled': Message<'what'>; 'audit.said.task_requested': Message<'what'>
  'audit.said.task_retried': Message<'what'>; 'audit.said.task_unlocked': Message<'what'>; 'audit.said.tasks_deleted': Message<'what'>
  'audit.said.user_changed': Message<'what'>; 'audit.said.user_created': Message<'what'>; 'audit.said.user_deleted': Message<'what'>
  'audit.said.user_invited': Message<'what'>; 'audit.said.user_registered': Message<'what'>; 'audit.said.user_viewed_as': Message<'what'>
  'audit.searched': Message<'text'>; 'audit.sessions': Message<'count'>; 'audit.since': Message<'day'>; 'audit.spared': Message<'path' | 'reason'>
  'audit.task.cancelled': Message<'count'>; 'audit.task.covers': Message<'count'>; 'audit.task.days': Message<'count'>
  'audit.task.deleted': Message<'count'>; 'audit.task.files': Message<'count'>; 'audit.task.series': Message<'count'>; 'audit.till': Message<'day'>
  'audit.triesBefore': Message<'count'>; 'audit.unlocked': Message<'names'>; 'audit.until': Message<'time'>; 'audit.wish.books_purged': Message<'what'>
  'audit.wish.files_deleted': Message<'what'>; 'audit.wish.library_deleted': Message<'what'>; 'audit.wish.missing_confirmed': Message<'what'>
}
export default messages
