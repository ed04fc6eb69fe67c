import type { Connection } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { NamingDeps } from './names-by-rules'

/** Dependencies of editing. */
export type EditingDeps = Pick<Connection, 'write'> & NamingDeps & { readonly now: Clock }
