import { writeFileSync } from 'node:fs'

/** The maximum (man proc_pid_oom_score_adj). */
const BEFORE_ALL_OTHERS = '1000'

/**
 * When memory runs out, the kernel kills the largest process, which may be the server. A parser process costs only one
 * book, so it should be killed first. Raising the score needs no privilege; only Linux has this file.
 */
export function goesFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, BEFORE_ALL_OTHERS)
  } catch {
    // It has already ended, or this is not Linux.
  }
}
