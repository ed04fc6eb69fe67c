import { nullable, Uuid } from './ids'
import * as z from './zod'

const Name = z.string().min(1).max(500)
const Ids = z.array(Uuid).max(10_000)
const force = z.boolean().default(false)

function type<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.object({ type: z.literal(name), ...shape })
}

/** All task types that can be requested by name. A server has handlers for some of them. */
export const TaskType = z
  .discriminatedUnion('type', [
    type('scan_library', { libraryId: Uuid, mode: z.string().max(20).default('normal') }),
    type('analyze_book', { bookId: Uuid, force }),
    type('analyze_series', { seriesId: Uuid }),
    type('purge_deleted', { libraryId: Uuid }),
    type('refresh_metadata', { bookId: Uuid, source: Name }),
    type('refresh_library_metadata', { jobId: Uuid }),
    type('generate_thumbnails', {
      libraryId: nullable(Uuid),
      seriesId: nullable(Uuid),
      seriesIds: nullable(Ids),
      bookIds: nullable(Ids),
      force,
    }),
    type('generate_thumbnail', { bookId: Uuid, force }),
    type('generate_series_thumbnail', { seriesId: Uuid, force }),
    type('generate_series_thumbnails', { libraryId: nullable(Uuid), seriesIds: nullable(Ids), force }),
    type('find_duplicates', {}),
    type('cleanup_book_files', {
      bookId: Uuid,
      seriesId: nullable(Uuid),
      thumbnailPath: nullable(z.string().max(4096)),
    }),
    type('cleanup_series_files', { seriesId: Uuid }),
    type('cleanup_orphaned_files', {}),
    type('cleanup_pdf_cache', {}),
    type('plugin_auto_match', { seriesId: Uuid, pluginId: Uuid, sourceScope: nullable(Name) }),
    type('reprocess_series_title', { seriesId: Uuid }),
    type('reprocess_series_titles', { libraryId: nullable(Uuid), seriesIds: nullable(Ids) }),
    type('renumber_series', { seriesId: Uuid }),
    type('renumber_series_batch', { seriesIds: nullable(Ids) }),
    type('check_integrity', { libraryId: nullable(Uuid), full: z.boolean().default(false) }),
    type('cleanup_plugin_data', {}),
    type('cleanup_series_exports', {}),
    type('cleanup_refresh_tokens', {}),
    type('cleanup_oidc_pending_states', {}),
    type('user_plugin_sync', { pluginId: Uuid, userId: Uuid }),
    type('user_plugin_recommendations', { pluginId: Uuid, userId: Uuid }),
    type('export_series', { exportId: Uuid, userId: Uuid }),
    type('user_plugin_recommendation_dismiss', {
      pluginId: Uuid,
      userId: Uuid,
      externalId: Name,
      reason: nullable(z.string().max(500)),
    }),
    type('backfill_tracking_from_metadata', { libraryId: nullable(Uuid), seriesIds: nullable(Ids) }),
    type('poll_release_source', { sourceId: Uuid }),
    type('bulk_track_for_releases', { seriesIds: Ids, tracked: z.boolean() }),
  ])
  .meta({ id: 'TaskType' })
export type TaskType = z.infer<typeof TaskType>
