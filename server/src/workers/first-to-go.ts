import { writeFileSync } from 'node:fs'

/** The most there is (man proc_pid_oom_score_adj). */
const BEFORE_ALL_OTHERS = '1000'

/**
 * Where memory runs out, the kernel ends the process that holds most, which may be the server. A parser process costs
 * one book its turn, so it is to go first. Anybody may ask for that; other systems than Linux have no such file.
 */
export function goesFirst(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, BEFORE_ALL_OTHERS)
  } catch {
    // It has ended already, or this is no Linux.
  }
}
