/** A row that is replaced, and its heir. The caller deletes the first one afterwards. */
export interface Succession {
  readonly fromPk: number
  readonly heirPk: number
}

/** A row that a succession has changed: one that went to the heir, as it is there; or one that was dropped, as it was. */
export interface JournalRow {
  readonly table: string
  readonly column: string
  readonly kind: 'moved' | 'dropped'
  readonly row: Readonly<Record<string, unknown>>
}
