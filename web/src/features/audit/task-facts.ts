import { BOOK_ERROR_TYPES } from '@octavo/contract/formats'
import type { AuditEntryDto } from '../../api/types'
import { ta } from '../admin/messages'
import { typeName } from '../tasks/task-words'
import { changedFields } from './changed-fields'
import { tu } from './messages'

const ofTasks =
  /^(task_|tasks_|metrics_|files_cleaned|book_errors|duplicate_|schedule_|library_changed|second_factor_changed)/

/** Details of an entry that `taskFacts`, or its sentence, covers. */
export function taskDetails(action: AuditEntryDto['action']): readonly string[] {
  if (!ofTasks.test(action)) return []
  return [
    ...['task', 'force', 'series', 'all', 'days', 'deleted', 'cancelled', 'covers', 'what', 'ignored', 'errorType'],
    ...['errorTypes', 'changed', 'pending'],
  ]
}

/** Actions on tasks, metrics, errors and settings of schedules and libraries, in words. */
export function taskFacts({
  action,
  subjectKind,
  details,
}: Pick<AuditEntryDto, 'action' | 'subjectKind' | 'details'>): string[] {
  if (!ofTasks.test(action)) return []
  const { task, force, series, all, days, deleted, cancelled, files, covers, what, ignored } = details
  const { errorType, errorTypes: types = errorType === undefined ? [] : [errorType], changed } = details
  return [
    // The entry of a task has its name.
    typeof task === 'string' && action.startsWith('task_') && subjectKind !== 'task' && typeName(task),
    force === true && tu('audit.task.force'),
    typeof series === 'number' && tu('audit.task.series', { count: series }),
    all === true && tu('audit.task.all'),
    typeof days === 'number' && tu('audit.task.days', { count: days }),
    typeof cancelled === 'number' && cancelled > 0 && tu('audit.task.cancelled', { count: cancelled }),
    typeof deleted === 'number' && (deleted > 0 || !cancelled) && tu('audit.task.deleted', { count: deleted }),
    typeof files === 'number' && files > 0 && tu('audit.task.files', { count: files }),
    typeof covers === 'number' && covers > 0 && tu('audit.task.covers', { count: covers }),
    (what === 'orphans' || what === 'pages') && tu(`audit.cleaned.${what}`),
    typeof ignored === 'boolean' && tu(ignored ? 'audit.ignored.yes' : 'audit.ignored.no'),
    Array.isArray(types) && types.map(errorName).join(', '),
    changed !== undefined && changedFields(changed) && tu('audit.changed', { names: changedFields(changed) }),
  ].filter((fact): fact is string => typeof fact === 'string' && fact !== '')
}

function errorName(word: unknown): string {
  const type = BOOK_ERROR_TYPES.find(one => one === word)
  return type ? ta(`errors.type.${type}`) : String(word)
}

/** The name of an entry's subject: tasks by type, or the server. */
export function subjectNameOf({
  action,
  subjectKind,
  subjectName,
}: Pick<AuditEntryDto, 'action' | 'subjectKind' | 'subjectName'>): string {
  // Those of one book or library have its name.
  if (subjectKind === 'task') return action === 'book_errors_retried' ? tu('audit.allBooks') : typeName(subjectName)
  return subjectKind === 'server' && subjectName === '' ? tu('audit.server') : subjectName
}
