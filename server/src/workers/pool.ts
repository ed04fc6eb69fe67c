import { availableParallelism } from 'node:os'
import type { BookErrorType } from '@octavo/contract/formats'
import type { FileDigest } from '../formats/digest'
import type { BookFacts, FileProblem } from '../formats/facts'
import { fileProblem } from '../formats/problem'
import { unreadableBook } from '../formats/unreadable-book'
import type { Verification } from '../formats/verification'
import { LIMITS } from '../kernel/limits'
import { type CrewSettings, startCrew } from './crew'
import type { Death, JobOutcome } from './parser-child'
import type {
  CoverResult,
  NamesResult,
  PageRequest,
  PageResult,
  ParserPool,
  PictureResult,
  PublicationResult,
  SeriesWriteResult,
  WriteResult,
} from './pool.types'

/** All have defaults; the number of processes is the number of cores. */
export interface PoolOptions extends Partial<CrewSettings> {
  /** Wall time for the analysis of one file, and for one page or publication. */
  readonly analysisMs?: number
  readonly pageMs?: number
  /** Wall time for the cover of a PDF, after everything else. */
  readonly coverMs?: number
}

/** Minimum speed of reading a whole file: 4 MB per second. */
const SLOWEST_BYTES_PER_MS = 4_000

/** Starts the pool of parser processes. */
export function startParserPool(options: PoolOptions = {}): ParserPool {
  const settings = { ...LIMITS.parser, size: availableParallelism(), ...options }
  const { analysisMs, pageMs, coverMs } = settings
  const crew = startCrew(settings)
  const reading = { timeoutMs: pageMs, coverMs }

  /** Stamp and hashes without parsing, so that even a file that crashes its parser has an identity. */
  async function identify(path: string): Promise<BookFacts> {
    const outcome = await crew.run({ task: 'identify', path }, reading)
    if (outcome.kind !== 'died') return resultOf<BookFacts>(outcome)
    return unreadableBook(fileProblem('other', 'unreadable', 'The file cannot be read.'))
  }

  return {
    async analyze({ timeoutMs: ownMs, signal, ...request }) {
      const timeoutMs = ownMs ?? analysisMs
      const limits = { timeoutMs, coverMs: Math.min(coverMs, ownMs ?? coverMs), signal }
      const outcome = await crew.run({ task: 'analyze', ...request }, limits)
      if (outcome.kind !== 'died') return resultOf<BookFacts>(outcome)
      const { partial, death } = outcome
      // Everything for readers is known by then: only the page hash is missing.
      if (partial !== null && partial.cover !== null) return partial
      if (partial !== null) return withProblem(partial, deathProblem('thumbnail', death, limits.coverMs))
      const problem = deathProblem('parser', death, timeoutMs)
      return ownMs === undefined ? withProblem(await identify(request.path), problem) : unreadableBook(problem)
    },
    async cover(request) {
      const outcome = await crew.run({ task: 'cover', ...request }, reading)
      if (outcome.kind !== 'died') return resultOf<CoverResult>(outcome)
      return { ok: false, problem: deathProblem('thumbnail', outcome.death, pageMs) }
    },
    async page(request) {
      const outcome = await crew.run({ task: 'page', ...request }, reading)
      if (outcome.kind !== 'died') return resultOf<PageResult>(outcome)
      return { ok: false, problem: deathProblem(pageErrorType(request), outcome.death, pageMs) }
    },
    async picture(request) {
      const outcome = await crew.run({ task: 'picture', ...request }, reading)
      if (outcome.kind !== 'died') return resultOf<PictureResult>(outcome)
      return { ok: false, problem: deathProblem('thumbnail', outcome.death, pageMs) }
    },
    async draw(request) {
      const outcome = await crew.run({ task: 'draw', ...request }, reading)
      if (outcome.kind === 'died') return false
      resultOf<void>(outcome)
      return true
    },
    async publication(request) {
      const outcome = await crew.run({ task: 'publication', ...request }, reading)
      if (outcome.kind !== 'died') return resultOf<PublicationResult>(outcome)
      return { ok: false, problem: deathProblem('parser', outcome.death, pageMs) }
    },
    async isCostly(request) {
      const outcome = await crew.run({ task: 'costly', ...request }, reading)
      return outcome.kind === 'died' || resultOf<boolean>(outcome)
    },
    async verify({ path, size, full }) {
      const limits = { timeoutMs: pageMs + (full ? size / SLOWEST_BYTES_PER_MS : 0), coverMs }
      const outcome = await crew.run({ task: 'verify', path, full }, limits)
      if (outcome.kind !== 'died') return resultOf<Verification>(outcome)
      return { stamp: null, fileHash: null, problems: [deathProblem('parser', outcome.death, limits.timeoutMs)] }
    },
    async digest({ path, size }) {
      const outcome = await crew.run(
        { task: 'digest', path },
        { timeoutMs: pageMs + size / SLOWEST_BYTES_PER_MS, coverMs },
      )
      return outcome.kind === 'died' ? null : resultOf<FileDigest | null>(outcome)
    },
    async write({ size, ...request }) {
      // The file is read and written, and both are compared.
      const timeoutMs = pageMs + (request.draft === null ? 0 : (3 * size) / SLOWEST_BYTES_PER_MS)
      const outcome = await crew.run({ task: 'write', ...request }, { timeoutMs, coverMs })
      if (outcome.kind !== 'died') return resultOf<WriteResult>(outcome)
      return { ok: false, problem: deathProblem('parser', outcome.death, timeoutMs) }
    },
    async writeSeries(request) {
      const outcome = await crew.run({ task: 'write-series', ...request }, reading)
      if (outcome.kind !== 'died') return resultOf<SeriesWriteResult>(outcome)
      return { ok: false, problem: deathProblem('parser', outcome.death, pageMs) }
    },
    async names({ timeoutMs, ...request }) {
      const outcome = await crew.run({ task: 'names', ...request }, { timeoutMs, coverMs })
      return outcome.kind === 'died' ? { kind: 'too-slow' } : resultOf<NamesResult>(outcome)
    },
    counts: crew.counts,
    pdfHandles: crew.pdfHandles,
    closePdfHandles: crew.closePdfHandles,
    close: crew.close,
  }
}

/** Our own failure (a full disk, an unwritable folder) rejects. */
function resultOf<T>(outcome: Exclude<JobOutcome, { kind: 'died' }>): T {
  if (outcome.kind === 'failure') throw ownFailure(outcome.message)
  return outcome.result as T
}

/** The error code of the disk is the first word of the message. */
function ownFailure(message: string): Error {
  const code = /\b(ENOSPC|EDQUOT|EROFS)\b/.exec(message)?.[1]
  return Object.assign(new Error(message), code && { code })
}

function withProblem(facts: BookFacts, found: FileProblem): BookFacts {
  return { ...facts, errors: [...facts.errors.filter(one => one.errorType !== found.errorType), found] }
}

function pageErrorType(request: PageRequest): BookErrorType {
  return request.storage === 'rendered' ? 'pdf_rendering' : 'page_extraction'
}

function deathProblem(errorType: BookErrorType, death: Death, limitMs: number): FileProblem {
  if (death.cause === 'timeout') {
    return fileProblem(errorType, 'resource', `Reading the file took longer than ${limitMs / 1000} seconds.`)
  }
  const details = death.signal === null ? { exitCode: death.exitCode ?? -1 } : { signal: death.signal }
  return fileProblem(errorType, 'resource', 'The file crashed the process that read it: it asks for too much.', details)
}
