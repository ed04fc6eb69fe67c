import type { Connection } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { CoverDeps, CoverWork } from '../covers'
import type { PageDeps } from '../pages'
import type { Fetching } from './fetch-picture'

/** Dependencies of choosing covers. */
export interface ChoosingDeps extends CoverWork, Omit<CoverDeps, 'pool'>, Omit<PageDeps, 'pool' | 'cache'> {
  readonly connection: Connection
  readonly now: Clock
  readonly fetching?: Fetching
}
