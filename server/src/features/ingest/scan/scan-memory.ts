/** Bounds the memory of a long scan. */
export interface ScanMemory {
  /** Reports processed files. */
  passed(files: number): void
  /** A part of the scan is done: collects its memory before the next one. */
  partEnded(): void
}

/**
 * The runtime's garbage collection runs late on a busy machine: a scan of 100,000 files used two to three times its
 * live memory (measured). So it runs at fixed steps, and memory does not grow with the library; smaller libraries never
 * trigger it. `collect` is the runtime's own by default.
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
