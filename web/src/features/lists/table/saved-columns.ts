import { useMemo } from 'react'
import type { ListKind } from '../question/question'
import { readColumns, usualColumns, writeColumns } from './columns.rules'

const savedAs = (kind: ListKind) => `octavo.columns.${kind}`

/** The columns that an address names, else those that were chosen last on this device, else the usual ones. */
export function useColumns(kind: ListKind, written: string | undefined): readonly string[] {
  return useMemo(() => readColumns(written ?? read(kind) ?? '', kind) ?? usualColumns(kind), [kind, written])
}

/** Keeps a choice for lists whose address names none. Answers it as an address says it. */
export function saveColumns(kind: ListKind, columns: readonly string[]): string {
  const written = writeColumns(columns, kind) ?? usualColumns(kind).join(',')
  try {
    localStorage.setItem(savedAs(kind), written)
  } catch {
    // Without storage the address alone has it.
  }
  return written
}

function read(kind: ListKind): string | null {
  try {
    return localStorage.getItem(savedAs(kind))
  } catch {
    return null
  }
}
