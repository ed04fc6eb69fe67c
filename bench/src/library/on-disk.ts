import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ROOT } from '../server/octavo'

/** Generated libraries are cached here between runs, named by their options. */
export const CACHE = join(tmpdir(), 'octavo-bench')
const TOOL = resolve(ROOT, '../shared/tools/make-library.py')

/** A library of real files. */
export interface DiskLibrary {
  readonly folder: string
  readonly books: number
  readonly pages: number
  readonly bytes: number
}

/**
 * 2,000 books are those that the peer was measured with: 200 series of 10 cbz of 20 stored pages of some 43 KB, 1.7 GB.
 * More of them have two pages of 4 KB, because their number is what is measured.
 */
export function comicLibrary(books: 2_000 | 20_000 | 100_000): DiskLibrary {
  const small = books > 2_000
  return made([
    ...['--series', String(books / 10), '--books', '10', '--formats', 'cbz', '--seed', '1'],
    ...(small ? ['--pages', '2', '--page-kb', '4'] : ['--pages', '20', '--page-kb', '43']),
  ])
}

/** A few RAR and PDF files, and some of the comics with their pages deflated. */
export function otherFormats(comics: DiskLibrary): DiskLibrary {
  const library = made(['--series', '2', '--books', '10', '--pages', '20', '--formats', 'pdf,cbr', '--seed', '2'])
  const deflated = join(library.folder, 'Deflated')
  if (!existsSync(deflated)) run('python3', ['-c', DEFLATE, comics.folder, deflated, '20'])
  return library
}

function made(args: readonly string[]): DiskLibrary {
  const name = createHash('sha256').update(args.join(' ')).digest('hex').slice(0, 12)
  const folder = join(CACHE, `library-${name}`)
  const note = join(CACHE, `library-${name}.json`)
  if (!existsSync(note)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(CACHE, { recursive: true })
    const totals = run('python3', [TOOL, folder, ...args])
    writeFileSync(`${note}.new`, totals)
    renameSync(`${note}.new`, note)
  }
  const totals = JSON.parse(readFileSync(note, 'utf8')) as Omit<DiskLibrary, 'folder'>
  return { ...totals, folder }
}

/** Writes copies of comics whose pages are deflated. */
const DEFLATE = `
import os, sys, zipfile
source, target, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
found = sorted(os.path.join(at, name) for at, _, names in os.walk(source) for name in names if name.endswith('.cbz'))
os.makedirs(target + '.new', exist_ok=True)
for number, path in enumerate(found[::max(1, len(found) // count)][:count]):
    with zipfile.ZipFile(path) as book, zipfile.ZipFile(f'{target}.new/Deflated {number + 1:02}.cbz', 'w', zipfile.ZIP_DEFLATED) as copy:
        for entry in book.namelist():
            copy.writestr(entry, book.read(entry))
os.rename(target + '.new', target)
`

function run(command: string, args: readonly string[]): string {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (done.status !== 0) throw new Error(`${command} ${args[0]} failed: ${done.stderr ?? done.error?.message}`)
  return done.stdout
}
