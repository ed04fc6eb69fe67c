/** Keeps what a long scan leaves behind from piling up. */
export interface ScanMemory {
  /** So many files have been dealt with. */
  passed(files: number): void
  /** A part of the scan is over, and what it held is to be given back before the next one begins. */
  partEnded(): void
}

/**
 * The runtime collects what nobody holds any more when it sees fit, which on a busy machine is late: a scan of 100,000
 * files was at two to three times of what it really held (measured). So it is done at fixed steps, and memory does not
 * grow with the library; a library of fewer files never gets there. `collect` is the runtime's own unless given.
 */
export function createScanMemory(everyFiles: number, collect: () => void = () => Bun.gc(true)): ScanMemory {
  let since = 0
  let passed = 0
  function collectNow(): void {
    since = 0
    collect()
  }
  return {
    passed(files) {
      since += files
      passed += files
      if (since >= everyFiles) collectNow()
    },
    partEnded() {
      if (passed >= everyFiles && since > 0) collectNow()
    },
  }
}
