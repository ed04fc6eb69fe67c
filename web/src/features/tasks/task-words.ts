import type { TaskResponse } from '../../api/types'
import { formatNumber, formatSize } from '../../messages'
import { dotted } from '../../ui/detail'
import { ta } from '../admin/messages'
import { recordedTitle } from '../books/recorded-title'
import { plainWords, type ResultFact } from './task.rules'

const named = new Set([
  'scan_library',
  'analyze_book',
  'analyze_books',
  'analyze_series',
  'analyze_library',
  'retry_book_errors',
  'purge_deleted',
  'refresh_metadata',
  'refresh_library_metadata',
  'generate_thumbnail',
  'generate_thumbnails',
  'generate_series_thumbnail',
  'generate_series_thumbnails',
  'find_duplicates',
  'check_integrity',
  'cleanup_book_files',
  'cleanup_series_files',
  'cleanup_orphaned_files',
  'cleanup_pdf_cache',
  'reprocess_series_title',
  'reprocess_series_titles',
  'renumber_series',
  'renumber_series_batch',
  'sum_books',
  'write_metadata',
  'apply_name',
  'regroup_series',
  'apply_naming',
  'create_backup',
  'verify_backup',
  'measure_storage',
  'bulk_edit',
  'export_data',
  'export_series',
  'import_data',
] as const)
type Named = typeof named extends Set<infer N> ? N : never

/** A task type in words. */
export function typeName(type: string): string {
  return named.has(type as Named) ? ta(`tasks.type.${type as Named}`) : plainWords(type)
}

const results = new Set([
  'files_processed',
  'series_created',
  'books_created',
  'books_updated',
  'books_moved',
  'books_restored',
  'books_deleted',
  'total_books',
  'books_analyzed',
  'books_in_trouble',
  'duplicate_groups',
  'book_duplicate_groups',
  'series_duplicate_groups',
  'books_checked',
  'books_damaged',
  'books_missing',
  'books_changed',
  'books_skipped',
  'libraries_skipped',
  'thumbnails_deleted',
  'covers_deleted',
  'temporary_files_deleted',
  'files_deleted',
  'bytes_freed',
  'failures',
  'total',
  'made',
  'skipped',
  'failed',
  'written',
  'unchanged',
  'not_written',
  'updated_count',
  'deleted_count',
] as const)
type KnownResult = typeof results extends Set<infer N> ? N : never

/** A part of a task's result in words. */
export function resultName(name: string): string {
  return results.has(name as KnownResult) ? ta(`tasks.result.${name as KnownResult}`) : plainWords(name)
}

export function resultText(name: string, value: ResultFact['value']): string {
  if (typeof value !== 'number') return String(value)
  return name.startsWith('bytes_') ? formatSize(value) : formatNumber(value)
}

/** The subject of a task: a book, its series, or a library; null for everything. */
export function subjectOf(task: TaskResponse): string | null {
  const book = bookOf(task)
  if (book) return dotted([book, task.seriesTitle])
  if (task.seriesTitle) return dotted([task.seriesTitle, task.libraryName])
  return task.libraryName ?? null
}

/** The title of its book. */
export function bookOf({ bookTitle: title, seriesTitle }: TaskResponse): string | null {
  return title ? recordedTitle(title, seriesTitle ?? '') : null
}

/** The full name of a task, for buttons and for screen readers. */
export function taskTitle(task: TaskResponse): string {
  const subject = subjectOf(task)
  return subject ? ta('tasks.titleOf', { type: typeName(task.taskType), subject }) : typeName(task.taskType)
}

export function stateName(task: Pick<TaskResponse, 'status' | 'cancelRequested'>): string {
  if (task.status === 'processing' && task.cancelRequested) return ta('tasks.state.stopping')
  switch (task.status) {
    case 'pending':
    case 'processing':
    case 'completed':
    case 'failed':
    case 'cancelled':
      return ta(`tasks.state.${task.status}`)
    default:
      return task.status
  }
}
