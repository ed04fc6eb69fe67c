/** A list as somebody has saved it, in the words of the contract and not yet checked. */
export interface SavedList {
  readonly condition: unknown
  /** `field,direction`, several with `;` between. */
  readonly sort: string | null
  /** Words to look for. */
  readonly query: string | null
  /** The one library that it is about; null for all. */
  readonly libraryId: string | null
}
