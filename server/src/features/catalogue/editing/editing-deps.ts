import type { Connection } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { NamingDeps } from './names-by-rules'

/** What edits by hand work with. */
export type EditingDeps = Pick<Connection, 'write'> & NamingDeps & { readonly now: Clock }
