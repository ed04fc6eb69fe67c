interface Row {
  readonly section: string | null
}

/** Removes a row; the section that begins with it begins with the next one. */
export function withoutRow<R extends Row>(rows: readonly R[], at: number): readonly R[] {
  const [row, next] = [rows[at], rows[at + 1]]
  const left = rows.toSpliced(at, 1)
  return row?.section && next && !next.section ? left.with(at, { ...next, section: row.section }) : left
}
