/** The parser processes. */

export type { PoolOptions } from './pool'
export { startParserPool } from './pool'
export type {
  AnalyzeRequest,
  CoverRequest,
  CoverResult,
  FileDigest,
  PageRequest,
  PageResult,
  ParserPool,
  PoolCounts,
  PublicationResult,
  Verification,
} from './pool.types'
