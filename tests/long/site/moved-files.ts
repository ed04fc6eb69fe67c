import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { rawPdf } from '../../kit/raw-pdf'
import { tagPdf } from '../../kit/tag-pdf'
import type { Random } from '../harness/random'

/** A test file, wherever it is by now. */
export interface MovedFile {
  /** Where it was first: what it is called in the test. */
  readonly name: string
  /** The library's folder that it is in, and its path there. */
  root: string
  path: string
}

/** Two library folders whose files are moved, with their paths tracked. */
export interface MovedFiles {
  readonly all: readonly MovedFile[]
  /** Of so many files, as chance has it. */
  some(count: number): MovedFile[]
  /** The same of files that can be recognised by their pages: the generator draws pages from a stock. */
  someTellable(count: number, kinds: readonly string[]): MovedFile[]
  /** The files of one series of a folder. */
  series(root: string): MovedFile[]
  move(file: MovedFile, root: string, path: string): void
  /** In one step, as a person moves a folder. */
  moveFolder(files: readonly MovedFile[], root: string, folder: string): void
  /** Rewrites files with another compression and other metadata, under other names. */
  tagAnew(files: readonly MovedFile[]): void
}

/** The books below a folder, as paths in it. */
function booksIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(cbz|cbt|pdf)$/.test(entry.name))
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/** Makes PDFs and tars of some comics of a folder: one of each in fifty. */
export function mixFormats(folder: string): void {
  const tars: [string, string][] = []
  for (const [index, path] of booksIn(folder).entries()) {
    const from = join(folder, path)
    if (index % 50 === 7) tars.push([from, from.replace(/cbz$/, 'cbt')])
    if (index % 50 !== 3) continue
    writeFileSync(from.replace(/cbz$/, 'pdf'), pdfOf(path))
    rmSync(from)
  }
  python(PUT_INTO_TARS, tars)
}

const PDF_PAGES = 8

/** A PDF whose pages have lines of text in places of their own. */
function pdfOf(name: string): Buffer {
  const numbers = Array.from({ length: PDF_PAGES }, (_, page) => 10 + page * 2)
  const objects: Record<number, Parameters<typeof rawPdf>[0][number]> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${numbers.map(number => `${number} 0 R`).join(' ')}]/Count ${PDF_PAGES}>>`,
    3: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  }
  for (const number of numbers) {
    const digest = createHash('sha256').update(`${name} ${number}`).digest()
    const lines = [0, 8, 16].map(at => {
      const text = digest.toString('hex', at, at + 8)
      return `BT /F 9 Tf ${digest[at]} ${digest[at + 1]} Td (${text}) Tj ET`
    })
    const about = `/Resources<</Font<</F 3 0 R>>>>/MediaBox[0 0 400 400]/Contents ${number + 1} 0 R`
    objects[number] = `<</Type/Page/Parent 2 0 R${about}>>`
    objects[number + 1] = { dictionary: '', bytes: Buffer.from(lines.join(' ')) }
  }
  return rawPdf(objects)
}

function python(program: string, input: unknown): string {
  const made = spawnSync('python3', ['-c', program], { input: JSON.stringify(input), encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`python3 failed: ${made.stderr}`)
  return made.stdout
}

export function movedFiles(first: string, random: Random): MovedFiles {
  const all: MovedFile[] = booksIn(first).map(path => ({ name: path, root: first, path }))
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
    someTellable(count, kinds) {
      const of = tellable.filter(({ name }) => kinds.some(kind => name.endsWith(`.${kind}`)))
      return draw(of, count)
    },
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
      const [pdfs = [], archives = []] = [true, false].map(is =>
        jobs.filter(({ from }) => from.endsWith('.pdf') === is),
      )
      for (const { from, to } of pdfs) {
        writeFileSync(to, tagPdf(readFileSync(from), `Tagged ${moves}`))
        rmSync(from)
      }
      python(
        TAG_ANEW,
        archives.map(({ from, to }) => [from, to]),
      )
      for (const { file, path } of jobs) file.path = path
    },
  }
}

/** Whether the file at a place of the list has three different pages at least, and no other has the same ones. */
function tellableIn(paths: readonly string[]): (file: MovedFile, index: number) => boolean {
  const pages = JSON.parse(python(LIST_PAGES, paths)) as readonly (readonly string[])[]
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

const PUT_INTO_TARS = `
import json, os, sys, tarfile, zipfile, io
for source, target in json.load(sys.stdin):
    with zipfile.ZipFile(source) as old, tarfile.open(target, 'w') as new:
        for name in old.namelist():
            data = old.read(name)
            info = tarfile.TarInfo(name)
            info.size = len(data)
            new.addfile(info, io.BytesIO(data))
    os.remove(source)
`

const TAG_ANEW = `
import json, os, sys, tarfile, zipfile, io
INFO = b'<ComicInfo><Summary>Retagged</Summary></ComicInfo>'
def contents(path):
    if path.endswith('.cbt'):
        with tarfile.open(path) as book:
            return [(e.name, book.extractfile(e).read()) for e in book if e.name != 'ComicInfo.xml']
    with zipfile.ZipFile(path) as book:
        return [(name, book.read(name)) for name in book.namelist() if name != 'ComicInfo.xml']
def write_tar(path, members):
    with tarfile.open(path, 'w') as new:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            new.addfile(info, io.BytesIO(data))
def write_zip(path, members):
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as new:
        for name, data in members:
            new.writestr(name, data)
for source, target in json.load(sys.stdin):
    members = contents(source) + [('ComicInfo.xml', INFO)]
    (write_tar if source.endswith('.cbt') else write_zip)(target, members)
    os.remove(source)
`

const LIST_PAGES = `
import json, sys, tarfile, zipfile, zlib
def pages(path):
    if path.endswith('.pdf'):
        return ['%s %d' % (path, page) for page in range(8)]
    if path.endswith('.cbt'):
        with tarfile.open(path) as book:
            return sorted('%d %d' % (zlib.crc32(book.extractfile(e).read()), e.size) for e in book if e.name.endswith('.jpg'))
    with zipfile.ZipFile(path) as book:
        return sorted('%d %d' % (e.CRC, e.file_size) for e in book.infolist() if e.filename.endswith('.jpg'))
print(json.dumps([pages(path) for path in json.load(sys.stdin)]))
`
