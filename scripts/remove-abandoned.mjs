import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Builds take less than a minute, and a test run changes its folder all the time: what is older was interrupted. */
const ABANDONED_MS = 3_600_000

/** Removes what interrupted builds and test runs left in a folder: what has such a name and is old. */
export const removeAbandoned = (folder, names) => {
  for (const name of readdirSync(folder).filter(name => names.test(name))) {
    const path = join(folder, name)
    try {
      // Another process may have removed it meanwhile.
      const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
      if (mtimeMs < Date.now() - ABANDONED_MS) rmSync(path, { recursive: true, force: true })
    } catch (error) {
      console.error(`${path} is not needed and could not be removed: ${error.message}`)
    }
  }
}
