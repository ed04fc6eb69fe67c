import { useMemo } from 'react'
import type { ListKind } from '../question/question'
import { readColumns, usualColumns, writeColumns } from './columns.rules'

const savedAs = (kind: ListKind) => `octavo.columns.${kind}`

/** The columns in the address, else those last chosen on this device, else the default. */
export function useColumns(kind: ListKind, written: string | undefined): readonly string[] {
  return useMemo(() => readColumns(written ?? read(kind) ?? '', kind) ?? usualColumns(kind), [kind, written])
}

/** Saves a choice for lists without columns in the address. Returns it in address format. */
export function saveColumns(kind: ListKind, columns: readonly string[]): string {
  const written = writeColumns(columns, kind) ?? usualColumns(kind).join(',')
  try {
    localStorage.setItem(savedAs(kind), written)
  } catch {
    // Without storage it is only in the address.
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
