// Archives a folder; the same content gives the same bytes.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { create } from 'tar'
import { ZipFile } from 'yazl'

export const filesIn = folder =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath ?? entry.path, entry.name))
    .sort()

export const sizeOf = folder => filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0)

/** `folder.tar.gz` or `folder.zip` next to the folder. */
export const archiveOf = async (folder, kind, time) => {
  const file = `${folder}.${kind}`
  const within = dirname(folder)
  const names = filesIn(folder).map(path => relative(within, path).split(sep).join('/'))
  if (kind === 'zip') await writeZip(file, within, names, time)
  else await create({ file, cwd: within, gzip: { level: 7 }, portable: true, mtime: time, noDirRecurse: true }, names)
  return file
}

const writeZip = async (file, within, names, time) => {
  const zip = new ZipFile()
  for (const name of names)
    zip.addFile(join(within, name), name, { mtime: time, mode: 0o100644, forceDosTimestamp: true })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(file))
}

/** A line of SHA256SUMS. */
export const checksumLine = async file => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return `${hash.digest('hex')}  ${basename(file)}\n`
}
