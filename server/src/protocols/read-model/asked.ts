import type { CoverDeps } from '../../features/catalogue/covers'
import type { Viewer } from '../../kernel/viewer'

/** Who asks, and where their part of the catalogue is read. */
export interface Asked {
  readonly reader: CoverDeps['reader']
  readonly viewer: Viewer
}

export interface Page {
  /** 1-based. */
  readonly page: number
  readonly pageSize: number
}

/** Part of something and how much there is in all. */
export interface Part<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

export interface Named {
  readonly id: string
  readonly name: string
}
