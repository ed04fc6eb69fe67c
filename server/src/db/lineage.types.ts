/** A replaced row and its heir. The caller deletes the replaced row afterwards. */
export interface Succession {
  readonly fromPk: number
  readonly heirPk: number
}

/**
 * A row changed by a succession: one that went to the heir, in its new state; or one that was dropped, in its former
 * state.
 */
export interface JournalRow {
  readonly table: string
  readonly column: string
  readonly kind: 'moved' | 'dropped'
  readonly row: Readonly<Record<string, unknown>>
}
