/** Keeps what a long scan leaves behind from piling up. */
export interface HeldMemory {
  /** So many files have been dealt with. */
  passed(files: number): void
  /** A part of the scan is over, and what it held is to be given back before the next one begins. */
  partEnded(): void
}

export interface HeldMemoryLimits {
  /** Files between two looks at the memory. */
  readonly everyFiles: number
  /** Bytes that may have piled up since the last look that found too many. */
  readonly mostBytes: number
}

/** What the runtime says and does. */
export interface RuntimeMemory {
  /** Bytes of the process. */
  used(): number
  collect(): void
}

const RUNTIME: RuntimeMemory = { used: () => process.memoryUsage.rss(), collect: () => Bun.gc(true) }

/**
 * The runtime collects what nobody holds any more when it sees fit, which on a busy machine is late: a scan of 100,000
 * files was at two to three times of what it really held (measured). So it is made to where much has piled up, and
 * memory does not grow with the library. Not more often: each time costs as much as looking at 5,000 files.
 */
export function createHeldMemory({ everyFiles, mostBytes }: HeldMemoryLimits, memory = RUNTIME): HeldMemory {
  let since = 0
  let passed = 0
  let before = memory.used()
  function look(): void {
    since = 0
    if (memory.used() - before < mostBytes) return
    memory.collect()
    before = memory.used()
  }
  return {
    passed(files) {
      since += files
      passed += files
      if (since >= everyFiles) look()
    },
    partEnded() {
      if (passed >= everyFiles && since > 0) look()
    },
  }
}
