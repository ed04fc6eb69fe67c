import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './find-bun.mjs'

const filesOf = path => {
  const absolute = join(root, path)
  if (!existsSync(absolute)) return []
  if (path.includes('.')) return [absolute]
  const entries = readdirSync(absolute, { withFileTypes: true, recursive: true })
  return entries
    .filter(entry => entry.isFile() && !entry.name.endsWith('.test.ts') && !entry.name.endsWith('.test.tsx'))
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/**
 * A hash of some files and folders of the project, hex. By content rather than time: a fresh clone or a branch switch
 * gives every file a new time.
 */
export const fingerprint = sources => {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesOf))
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}
