import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Random } from '../harness/random'

/** A file of the test, wherever it lies by now. */
export interface MovedFile {
  /** Where it was first: what it is called in the test. */
  readonly name: string
  /** The library's folder that it is in, and its path there. */
  root: string
  path: string
}

/** Two library folders whose files somebody moves about, and remembers where they are. */
export interface MovedFiles {
  readonly all: readonly MovedFile[]
  /** Of so many files, as chance has it. */
  some(count: number): MovedFile[]
  /** The same of files that can be told by their pages: the generator draws pages from a stock. */
  someTellable(count: number): MovedFile[]
  /** The files of one series of a folder: those that lie side by side. */
  series(root: string): MovedFile[]
  move(file: MovedFile, root: string, path: string): void
  /** In one step, as a person moves a folder. */
  moveFolder(files: readonly MovedFile[], root: string, folder: string): void
  /** Writes files anew, packed otherwise and with other metadata, under other names. */
  tagAnew(files: readonly MovedFile[]): void
}

export function movedFiles(first: string, random: Random): MovedFiles {
  const all: MovedFile[] = readdirSync(first, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.cbz'))
    .map(entry => relative(first, join(entry.parentPath, entry.name)))
    .sort()
    .map(path => ({ name: path, root: first, path }))
  const at = ({ root, path }: Pick<MovedFile, 'root' | 'path'>) => join(root, path)
  let moves = 0
  const tellable = all.filter(tellableIn(all.map(at)))
  const draw = (from: readonly MovedFile[], count: number) => [
    ...new Set(Array.from({ length: count }, () => random.pick(from))),
  ]

  function move(file: MovedFile, root: string, path: string): void {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    renameSync(at(file), join(root, path))
    leave(dirname(at(file)), file.root)
    Object.assign(file, { root, path })
  }

  return {
    all,
    some: count => draw(all, count),
    someTellable: count => draw(tellable, count),
    series(root) {
      const groups = Map.groupBy(
        all.filter(file => file.root === root),
        file => dirname(file.path),
      )
      return random.pick([...groups.values()])
    },
    move,
    moveFolder(files, root, folder) {
      const [file] = files
      if (!file) return
      const from = dirname(at(file))
      const oldRoot = file.root
      mkdirSync(dirname(join(root, folder)), { recursive: true })
      renameSync(from, join(root, folder))
      leave(dirname(from), oldRoot)
      const before = `${dirname(file.path)}/`
      for (const one of all.filter(other => other.root === oldRoot && other.path.startsWith(before))) {
        Object.assign(one, { root, path: join(folder, one.path.slice(before.length)) })
      }
    },
    tagAnew(files) {
      const jobs = files.map(file => {
        const path = join(dirname(file.path), `Tagged ${++moves} ${basename(file.path)}`)
        return { file, path, from: at(file), to: join(file.root, path) }
      })
      const said = JSON.stringify(jobs.map(({ from, to }) => [from, to]))
      const made = spawnSync('python3', ['-c', TAG_ANEW], { input: said, encoding: 'utf8' })
      if (made.status !== 0) throw new Error(`python3 failed: ${made.stderr}`)
      for (const { file, path } of jobs) file.path = path
    },
  }
}

/** Whether the file at a place of the list has three different pages at least, and no other has the same ones. */
function tellableIn(paths: readonly string[]): (file: MovedFile, index: number) => boolean {
  const made = spawnSync('python3', ['-c', LIST_PAGES], { input: JSON.stringify(paths), encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`python3 failed: ${made.stderr}`)
  const pages = JSON.parse(made.stdout) as readonly (readonly string[])[]
  const times = new Map<string, number>()
  for (const each of pages) times.set(each.join(), (times.get(each.join()) ?? 0) + 1)
  return (_file, index) => {
    const own = pages[index] ?? []
    return new Set(own).size >= 3 && times.get(own.join()) === 1
  }
}

/** Folders that were left empty are taken away, as file managers do, up to the library's own. */
function leave(folder: string, root: string): void {
  if (folder === root || readdirSync(folder).length > 0) return
  rmdirSync(folder)
  leave(dirname(folder), root)
}

/** Gives a folder the inodes of a copy, as a disk has them that was restored. */
export function copyInPlace(folder: string): void {
  cpSync(folder, `${folder}.copy`, { recursive: true, preserveTimestamps: true })
  renameSync(folder, `${folder}.old`)
  renameSync(`${folder}.copy`, folder)
  spawnSync('rm', ['-r', `${folder}.old`])
}

const TAG_ANEW = `
import json, os, sys, zipfile
for source, target in json.load(sys.stdin):
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, 'w', zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name != 'ComicInfo.xml':
                new.writestr(name, old.read(name))
        new.writestr('ComicInfo.xml', '<ComicInfo><Summary>Tagged anew</Summary></ComicInfo>')
    os.remove(source)
`

const LIST_PAGES = `
import json, sys, zipfile
def pages(path):
    with zipfile.ZipFile(path) as book:
        return sorted('%d %d' % (e.CRC, e.file_size) for e in book.infolist() if e.filename.endswith('.jpg'))
print(json.dumps([pages(path) for path in json.load(sys.stdin)]))
`
