// Written by `npm run messages` from en.json.
import type { Message } from '../../messages/catalogue'

type Plain =
  | 'account_gone' | 'account_taken' | 'address_confirmed' | 'archive_bad' | 'backup_damaged' | 'backup_newer' | 'backup_passphrase' | 'changed_since'
  | 'child_profile' | 'code_needed' | 'code_wrong' | 'confirm_first' | 'cover_gone' | 'credentials_wrong' | 'cron_bad' | 'date_unknown'
  | 'email_invalid' | 'email_taken' | 'export_outdated' | 'export_unfinished' | 'factor_already' | 'factor_missing' | 'factor_not_begun' | 'field_bad'
  | 'field_missing' | 'file_changed' | 'file_empty' | 'file_protected' | 'file_special' | 'file_undeletable' | 'files_locked' | 'filter_foreign'
  | 'filter_large' | 'filter_private' | 'folder_refused' | 'gone_since' | 'group_taken' | 'https_needed' | 'import_runs' | 'import_unchecked'
  | 'isbn_wrong' | 'key_ended' | 'key_outlives' | 'key_wider' | 'language_unknown' | 'last_admin' | 'library_gone' | 'link_ended' | 'list_filtered'
  | 'list_foreign' | 'list_has_book' | 'list_unreadable' | 'name_used' | 'named_twice' | 'no_mail' | 'none_left' | 'not_seen_as' | 'nothing_to_undo'
  | 'number_invalid' | 'number_whole' | 'oidc_account_unverified' | 'oidc_email_unverified' | 'oidc_expired' | 'oidc_inactive' | 'oidc_linked_elsewhere'
  | 'oidc_no_account' | 'oidc_no_email' | 'oidc_provider' | 'oidc_refused' | 'oidc_signed_out' | 'oidc_unreachable' | 'only_way_in' | 'other_library'
  | 'other_series' | 'other_user' | 'outranked' | 'own_account' | 'owner_only' | 'part_changed' | 'part_costly' | 'part_damaged' | 'part_encrypted'
  | 'part_too_large' | 'part_unreadable' | 'passkey_known' | 'passkey_missing' | 'passkey_needed' | 'passkey_refused' | 'passkey_unknown'
  | 'passkey_wrong' | 'passkeys_unsafe' | 'password_common' | 'password_missing' | 'password_named' | 'password_wrong' | 'pattern_bad' | 'pattern_slow'
  | 'picture_address' | 'picture_bad' | 'picture_known' | 'picture_missing' | 'place_refused' | 'preference_bad' | 'preferences_full'
  | 'provider_address' | 'provider_client' | 'provider_gone' | 'provider_name' | 'provider_pinned' | 'provider_taken' | 'registration_closed'
  | 'regrouping_runs' | 'renamed_since' | 'same_subject' | 'scan_runs' | 'sees_more' | 'sees_part' | 'sent_before' | 'session_needed' | 'set_up_already'
  | 'set_up_link' | 'setting_bad' | 'setting_fixed' | 'setting_pinned' | 'sharing_differs' | 'sign_in_again' | 'signed_out' | 'tag_given' | 'tag_gone'
  | 'tag_taken' | 'task_ended' | 'task_lost' | 'task_waits' | 'text_control' | 'took_too_long' | 'undone_already' | 'user_gone' | 'username_missing'
  | 'username_signs' | 'username_taken' | 'writing_off' | 'writing_sidecars' | 'zone_unknown'

declare const messages: { readonly [K in Plain]: Message } & {
  'aliases_full': Message<'max'>; 'backup_folder': Message<'where'>; 'backup_full': Message<'where'>; 'books_many': Message<'max'>
  'confirm_differs': Message<'name'>; 'exports_full': Message<'max'>; 'folder_away': Message<'where'>; 'folder_closed': Message<'where'>
  'folder_disk': Message<'where'>; 'folder_file': Message<'where'>; 'folder_missing': Message<'where'>; 'folder_relative': Message<'where'>
  'folder_taken': Message<'name' | 'where'>; 'folder_twice': Message<'where'>; 'keys_full': Message<'max'>; 'list_long': Message<'max'>
  'lists_full': Message<'max'>; 'name_taken': Message<'name'>; 'number_high': Message<'max'>; 'number_low': Message<'min'>
  'passkeys_elsewhere': Message<'where'>; 'passkeys_full': Message<'max'>; 'permission_missing': Message<'permission'>
  'permission_unknown': Message<'name'>; 'pictures_full': Message<'max'>; 'pins_full': Message<'max'>; 'presets_full': Message<'max'>
  'setting_choice': Message<'choices'>; 'setting_least': Message<'min'>; 'setting_most': Message<'max'>; 'setting_range': Message<'max' | 'min'>
  'tag_needed': Message<'name'>; 'text_long': Message<'max'>; 'text_short': Message<'min'>; 'titles_full': Message<'max'>; 'too_large': Message<'max'>
}
export default messages
