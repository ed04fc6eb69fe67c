import { refuse } from '../../formats/problem'

let broken = false

/** True once a WebAssembly library has aborted: it is unusable, so the process must end. */
export function isLibraryBroken(): boolean {
  return broken
}

/**
 * Calls a WebAssembly library. If it aborts (out of memory, illegal instruction), that is a problem of this file, and
 * the last file of this process.
 */
export function guardLibrary<T>(use: () => T): T {
  try {
    return use()
  } catch (error) {
    return giveUp(error)
  }
}

function giveUp(error: unknown): never {
  if (!(error instanceof WebAssembly.RuntimeError)) throw error
  broken = true
  return refuse('parser', 'resource', 'The file asks for more than a parser may use.')
}
