import type { AuditEntryDto } from '../../api/types'
import { fieldLabel } from '../../messages/field-label'
import { LOCKED_FIELDS } from './edited-fields.rules'
import { tu } from './messages'

/** Details of an entry that `editFacts`, or its sentence, covers. */
export function editDetails(action: AuditEntryDto['action']): readonly string[] {
  if (action.endsWith('_edited')) return ['fields', 'locked', 'unlocked', 'reset', 'added', 'title', 'label', 'series']
  if (action === 'scan_requested') return ['mode', 'path']
  return action.startsWith('filter_preset') ? ['shared'] : []
}

/** Edits of metadata, filters and scans, in words. */
export function editFacts({ action, details }: Pick<AuditEntryDto, 'action' | 'details'>): string[] {
  const { fields, locked, unlocked, reset, added, title, label, mode, path, shared } = details
  if (action.endsWith('_edited')) {
    const fieldNames = names(fields)
    // A change implies its lock, which is not repeated.
    const onlyLocked = names(locked)
      .split(', ')
      .filter(name => !fieldNames.split(', ').includes(name))
      .join(', ')
    return [
      fieldNames && tu('audit.changed', { names: fieldNames }),
      onlyLocked && tu('audit.locked', { names: onlyLocked }),
      names(unlocked) && tu('audit.unlocked', { names: names(unlocked) }),
      reset === true && tu('audit.reset'),
      typeof added === 'string' && tu('audit.added', { what: added }),
      typeof label === 'string' && tu('audit.after', { what: label }),
      typeof title === 'string' && tu('audit.after', { what: title }),
    ].filter(fact => typeof fact === 'string' && fact !== '') as string[]
  }
  return [
    (mode === 'normal' || mode === 'deep') && tu(`audit.scanMode.${mode}`),
    typeof path === 'string' && tu('audit.inFolder', { path }),
    typeof shared === 'boolean' && tu(shared ? 'audit.shared.yes' : 'audit.shared.no'),
  ].filter(fact => typeof fact === 'string')
}

function names(value: unknown): string {
  const list = Array.isArray(value) ? value.filter(one => typeof one === 'string') : []
  return [...new Set(list.map(nameOf))].join(', ')
}

function nameOf(word: string): string {
  return fieldLabel(LOCKED_FIELDS[word] ?? word, 'edit')
}
