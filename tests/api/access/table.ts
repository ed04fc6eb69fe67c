// Expected answers other than a route's success: for whom own objects are missing, and why an operation does not
// succeed regardless of the caller.
import type { Route } from '@octavo/contract/route'
import { PASSWORD, type Person } from './people'
import type { Sample } from './samples'

/** Ends or changes the session that other cells need: run in a separate one. */
export const ENDS_SESSION = /^(komga_logout|logout|logout_all|(komga_)?change_(own_)?password|revoke_other_sessions)$/
/** Requirements of requests beyond their schemas. */
export const MORE: Readonly<Record<string, object>> = {
  komga_update_progress: { page: 1 },
  create_library: { path: '%folder%' },
  komga_create_library: { root: '%folder%' },
  preview_scan: { path: '%folder%' },
  begin_totp: { password: PASSWORD },
  remove_totp: { password: PASSWORD },
  renew_recovery_codes: { password: PASSWORD },
  begin_passkey: { password: PASSWORD },
  remove_passkey: { password: PASSWORD },
  require_passkeys: { password: PASSWORD },
  link_own_identity: { password: PASSWORD },
  unlink_own_identity: { password: PASSWORD },
  create_mark: { page: 1 },
  create_collection: { visibility: 'private' },
  create_readlist: { visibility: 'private' },
  import_readlist: { visibility: 'private', entries: [] },
  // Either a series or a book.
  add_want_to_read: { bookId: null },
  create_export: { format: 'json', fields: ['title'] },
  create_child_profile: { username: 'matrix-%fresh%' },
  create_identity_provider: { name: 'matrix-%fresh%', issuerUrl: 'https://auth.example.org' },
}
/** Operations that legitimately fail with the request generated from the schemas. */
export const OWN_ANSWERS: Readonly<Record<string, readonly number[]>> = {
  // A picture needs a form, the added cover is missing, and a duplicate picture is refused.
  upload_book_cover: [415],
  upload_series_cover: [415],
  upload_library_cover: [415],
  upload_facet_cover: [415],
  add_book_cover: [200, 400],
  add_series_cover: [200, 400],
  add_library_cover: [200, 400],
  add_facet_cover: [200, 400],
  // Nothing is passed on unless a collector is configured.
  proxy_metrics: [503],
  proxy_traces: [503],
  get_book_cover_image: [404],
  get_series_cover_image: [404],
  get_library_cover_image: [404],
  get_facet_cover_image: [404],
  select_book_cover: [404],
  select_series_cover: [404],
  select_library_cover: [404],
  select_facet_cover: [404],
  change_book_cover: [404],
  change_series_cover: [404],
  change_library_cover: [404],
  change_facet_cover: [404],
  delete_book_cover: [404],
  delete_series_cover: [404],
  delete_library_cover: [404],
  delete_facet_cover: [404],
  undo_facet_change: [404],
  // A single series or book cannot be merged with itself, and there is nothing to undo.
  merge_series: [409],
  preview_series_merge: [409],
  merge_books: [409],
  preview_book_merge: [409],
  split_series: [200, 409],
  preview_series_split: [200, 409],
  undo_regrouping: [404],
  // Deleting files is disabled.
  merge_duplicate_books: [200, 409],
  set_series_cover_source: [400],
  // There is an account, registration is closed, and there is no mail server.
  initialize_setup: [400],
  register: [403],
  koreader_register: [402],
  // The list may be empty, or have a single book.
  komga_get_collection_thumbnail: [200, 404],
  komga_get_readlist_thumbnail: [200, 404],
  komga_get_readlist_next_book: [200, 404],
  komga_get_readlist_previous_book: [200, 404],
  // A cover needs a form, and none is named x; passwords need a session and the current one; there is an account.
  komga_add_book_thumbnail: [415],
  komga_add_series_thumbnail: [415],
  komga_get_book_thumbnail_image: [404],
  komga_get_series_thumbnail_image: [404],
  komga_select_book_thumbnail: [404],
  komga_select_series_thumbnail: [404],
  komga_delete_book_thumbnail: [404],
  komga_delete_series_thumbnail: [404],
  komga_match_readlist: [415],
  komga_change_own_password: [204, 400],
  komga_change_password: [204, 400, 403, 404],
  komga_claim: [400],
  // Its body names books by their ids.
  komga_update_books_metadata: [204, 404],
  // Its body is a list of names.
  komga_delete_user_settings: [204, 400],
  // There may be no adjacent book, and sessions are not listed.
  komga_get_next_book: [200, 404],
  komga_get_previous_book: [200, 404],
  komga_get_latest_activity: [404],
  resend_verification: [503],
  forgot_password: [503],
  // No such account, token, link or code.
  login: [401],
  refresh: [401],
  verify_email: [400],
  reset_password: [400],
  confirm_totp: [400],
  renew_recovery_codes: [409],
  // A picture needs a form, and nobody has one.
  upload_avatar: [415],
  get_user_avatar: [404],
  // There are no such profiles.
  update_child_profile: [404],
  delete_child_profile: [404],
  switch_to_child_profile: [404],
  // Passkeys take HTTPS and an authenticator.
  begin_passkey: [409],
  begin_passkey_sign_in: [409],
  require_passkeys: [409],
  add_passkey: [400],
  // The provider is not there.
  oidc_login: [503],
  link_own_identity: [503],
  sign_in_by_passkey: [401, 429],
  // The book is a comic, analysed and without errors.
  get_publication_manifest: [400],
  create_resource_ticket: [400],
  opds2_resource: [404],
  komga_get_resource: [404],
  trigger_book_unanalyzed_analysis: [400],
  retry_book_errors: [400],
  purge_missing_book: [404],
  confirm_missing: [409],
  // The setting that lets files be deleted is off.
  delete_book_file: [409],
  delete_series_files: [409],
  delete_bulk_book_files: [409],
  delete_bulk_series_files: [409],
  komga_delete_book_file: [409],
  komga_delete_series_files: [409],
  write_back_metadata: [409],
  // The queue is paused: no scan runs, some are pending, no task has failed; several people request the same work.
  cancel_scan: [204, 404],
  trigger_scan: [200, 409],
  retry_task: [400],
  cancel_task: [200, 400],
  unlock_task: [200, 400],
  run_job_now: [200, 409],
  run_schedule_now: [200, 409],
  trigger_duplicate_scan: [200, 409],
  // Types of tasks that this server has no handler for.
  create_task: [200, 400],
  match_readlist_file: [415],
  // Three are pending, the maximum; none is finished.
  create_export: [202, 409],
  create_data_export: [202, 409],
  download_data_export: [409],
  create_data_import: [415],
  // It has not been checked.
  apply_data_import: [409],
  download_export: [409],
  // Nobody has chosen a cover.
  copy_reader_profile: [404],
  delete_reader_profile: [404],
  // A duplicate id is not a valid order, and a collection may have no visible cover.
  reorder_collection_series: [204, 400],
  reorder_readlist_books: [204, 400],
  // There is one, and the first caller removes it.
  delete_duplicate_group: [204, 404],
  delete_book_external_link: [204, 404],
  delete_external_rating: [204, 404],
}

const OF_WHOLE_LIBRARIES =
  /^(trigger_library_(unanalyzed_)?analysis|komga_(analyze_library|refresh_library_metadata|empty_trash)|retry_all_book_errors|reprocess_library_series_titles|purge_deleted_books|preview_naming|list_scans|get_scan|get_scan_status|generate_library_(book|series)_thumbnails|dry_run_(schedule|job))$/

/** Partial viewers see nothing of a library as a whole: for them it is missing. */
export function isOfWholeLibrary({ limit }: Person, { route }: Sample): boolean {
  return (limit === 'tag' || limit === 'age') && OF_WHOLE_LIBRARIES.test(route.id)
}

/** Only administrators may create libraries anywhere; the test's folder is outside existing libraries. */
export function isOutOfReach({ role }: Person, { route }: Sample): boolean {
  return role !== 'admin' && /^((komga_)?create_library|preview_scan)$/.test(route.id)
}

/**
 * User administrators see and revoke users' keys, and grant libraries, including those hidden from themselves by a
 * limit that they may lift.
 */
export function looksAfterPeople({ role }: Person, { route }: Sample): boolean {
  if (role !== 'admin') return false
  return /^((get|update|delete)_api_key|(create|update)_(user|access_group))$/.test(route.id)
}

/** Reports how much has changed or is locked by now: repeating it gives another answer. */
export function countsChanges({ route }: Sample): boolean {
  return /^bulk_(mark_(books|series)_as_(un)?read|add_want_to_read|modify_(book|series)_(tags|genres))$/.test(route.id)
}

/** Removing or dismissing a missing object gives the same answer, as in the reference. */
export function removesNothingToo({ id }: Route): boolean {
  return /^(remove_want_to_read_(series|book)|(dismiss|restore)_recommendation|evict_book_handle)$/.test(id)
}
