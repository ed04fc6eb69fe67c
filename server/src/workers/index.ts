/** The door to the parser processes. */

export type { PoolOptions } from './pool'
export { startParserPool } from './pool'
export type {
  AnalyzeRequest,
  PageRequest,
  PageResult,
  ParserPool,
  PoolCounts,
  PublicationResult,
} from './pool.types'
