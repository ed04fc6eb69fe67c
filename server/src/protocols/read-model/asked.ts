import type { CoverDeps } from '../../features/catalogue/covers'
import type { Viewer } from '../../kernel/viewer'

/** The caller, and a reader of the catalogue. */
export interface Asked {
  readonly reader: CoverDeps['reader']
  readonly viewer: Viewer
}

export interface Page {
  /** 1-based. */
  readonly page: number
  readonly pageSize: number
}

/** A page and the total. */
export interface Part<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

export interface Named {
  readonly id: string
  readonly name: string
}
