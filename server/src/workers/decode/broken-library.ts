import { refuse } from '../../formats/problem'

let broken = false

/** True once a WebAssembly library has given up: it cannot be used again, so the process has to end. */
export function isLibraryBroken(): boolean {
  return broken
}

/**
 * Runs a call into a WebAssembly library. When it gives up (no memory left, an instruction that must not be), that is a
 * problem of this file, and the last file of this process.
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
