import type { AuditEntryDto } from '../../api/types'
import { allEntries } from './audit.queries'
import type { AuditSearch } from './audit-search.rules'
import { sentenceOf } from './audit-words'
import { csvOf } from './csv.rules'
import { tu } from './messages'
import { subjectNameOf } from './task-facts'

/** Saves the result of a filter as a table, and returns its number of entries. */
export async function exportEntries(search: AuditSearch, now: Date): Promise<number> {
  const entries = await allEntries(search, now)
  // The byte order mark tells spreadsheets that it is UTF-8.
  const file = new Blob(['\uFEFF', csvOf([heads(), ...entries.map(row)])], { type: 'text/csv;charset=utf-8' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = `octavo-audit-${now.toISOString().slice(0, 10)}.csv`
  link.click()
  URL.revokeObjectURL(link.href)
  return entries.length
}

function heads(): string[] {
  return [
    tu('audit.csv.time'),
    tu('audit.csv.entry'),
    tu('audit.filter'),
    tu('audit.filterOutcome'),
    tu('audit.csv.who'),
    tu('audit.csv.address'),
    tu('audit.csv.subject'),
    tu('audit.csv.library'),
    tu('audit.csv.message'),
    tu('audit.details'),
  ]
}

function row(entry: AuditEntryDto): string[] {
  return [
    entry.at,
    sentenceOf(entry).join(subjectNameOf(entry)),
    tu(`audit.action.${entry.action}`),
    tu(`audit.outcome.${entry.outcome}`),
    entry.user ?? '',
    entry.address ?? '',
    subjectNameOf(entry),
    entry.libraryName ?? '',
    entry.message ?? '',
    Object.keys(entry.details).length > 0 ? JSON.stringify(entry.details) : '',
  ]
}
