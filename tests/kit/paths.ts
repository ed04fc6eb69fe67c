import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The repository. */
export const ROOT = resolve(import.meta.dir, '../..')

/** The folder next to the repository with fixtures, schemas and tools, as a library knows it: without links. */
export const SHARED = real(resolve(process.env.OCTAVO_TEST_SHARED ?? join(ROOT, '../shared')))

/** Real and hostile files; `expected.json` in it holds facts that other tools measured. */
export const FIXTURES = join(SHARED, 'fixtures')

const RESULTS = join(ROOT, 'test-results')

/** A folder under test-results, made if it is not there: for screenshots and logs that a person may look at. */
export function resultsFolder(name: string): string {
  const folder = join(RESULTS, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

/** A new empty folder and what removes it. */
export function temporaryFolder(name: string): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), `octavo-${name}-`))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A folder that is not there is named by whatever wants to read it. */
function real(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder
}
