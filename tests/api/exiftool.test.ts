// ExifTool as another reader of PDFs: title, authors, keywords, publisher, date and language of each are the same.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { FullBookResponse } from '@octavo/contract/full-book'
import { FIXTURES, ROOT, temporaryFolder } from '../kit/paths'
import { tagPdf } from '../kit/tag-pdf'
import { allBooks, firstScans } from './catalogue'
import { type Inhabited, startInhabited } from './people'
import { writingTo } from './write-back-kit'

setDefaultTimeout(300_000)

const PROGRAM = join(ROOT, 'node_modules/exiftool-vendored.pl/bin/exiftool')
const FIXTURE_PDFS = join(FIXTURES, 'pdf')

async function exiftool(...args: string[]): Promise<string> {
  const child = Bun.spawn(['perl', PROGRAM, ...args], { stdout: 'pipe', stderr: 'pipe' })
  const [text] = await Promise.all([new Response(child.stdout).text(), child.exited])
  return text
}

type Tags = Readonly<Record<string, string | number | readonly (string | number)[]>>

/** Values of a tag as texts; those without a character are not values. */
function all(tags: Tags, name: string): string[] {
  const value = tags[name] ?? []
  return [value].flat().flatMap(each => (String(each).trim() === '' ? [] : [String(each).trim()]))
}

const lettersOf = (names: readonly string[]) => names.join('').replace(/[^\p{L}]/gu, '')

/** What a PDF says by ExifTool: its information before its XMP. */
function said(tags: Tags) {
  const first = (...names: string[]) => names.flatMap(name => all(tags, name))[0] ?? null
  const author = all(tags, 'PDF:Author')
  const creators = all(tags, 'XMP-dc:Creator')
  const areSame = creators.length > 1 && lettersOf(author) === lettersOf(creators)
  const split = (texts: readonly string[], at: RegExp) => texts.flatMap(text => text.split(at)).map(text => text.trim())
  const keywords = split(all(tags, 'PDF:Keywords'), /[,;]/)
  const subjects = [...all(tags, 'XMP-dc:Subject'), ...split(all(tags, 'XMP-pdf:Keywords'), /[,;]/)]
  const [year, month, day] = (first('XMP-prism:CoverDate', 'XMP-dc:Date') ?? '').split(/[: T]/).map(Number)
  return {
    title: first('PDF:Title', 'XMP-dc:Title'),
    // An address is not a person.
    authors: (author.length === 0 || areSame ? creators : split(author, /[;&]/)).filter(name => !/^https?:/.test(name)),
    keywords: [...new Set(keywords.length > 0 ? keywords : subjects)].toSorted(),
    publisher: first('XMP-dc:Publisher'),
    date: [year || null, month || null, day || null],
    language: first('XMP-dc:Language', 'PDF:Language'),
  }
}

function shown({ metadata, tags }: FullBookResponse) {
  const { title, authors, publisher, year, month, day, languageIso } = metadata
  return {
    title: title ?? null,
    authors: (authors ?? []).map(({ name }) => name),
    keywords: tags.map(({ name }) => name).toSorted(),
    publisher: publisher ?? null,
    date: [year ?? null, month ?? null, day ?? null],
    language: languageIso ?? null,
  }
}

describe('PDFs as ExifTool reads them', () => {
  const folder = temporaryFolder('exiftool')
  const root = join(folder.path, 'Library')
  const at = (path: string) => join(root, path)
  let octavo: Inhabited
  const tagsOf = new Map<string, Tags>()
  const books = new Map<string, FullBookResponse>()

  beforeAll(async () => {
    cpSync(FIXTURE_PDFS, at('Fixtures'), { recursive: true })
    const made = Bun.spawnSync(['python3', join(import.meta.dir, 'tagged-library/make.py'), root])
    expect(made.stderr.toString()).toBe('')
    const plain = join(FIXTURE_PDFS, 'rust_book.pdf')
    await Bun.write(
      at('Tagged/appended.pdf'),
      tagPdf(await Bun.file(join(FIXTURE_PDFS, 'tall.pdf')).bytes(), 'Appended'),
    )
    const write = (name: string, ...tags: string[]) => exiftool('-o', at(`Tagged/${name}`), ...tags, plain)
    await write('information.pdf', '-PDF:Title=Größe 東京', '-PDF:Author=Ann A; Bob B', '-PDF:Keywords=sea; salt, sun')
    await write(
      'both.pdf',
      ...['-PDF:Title=Of the information', '-XMP-dc:Title=Of the XMP', '-PDF:Author=Ann A, Bob B'],
      ...['-XMP-dc:Creator=Ann A', '-XMP-dc:Creator=Bob B', '-XMP-dc:Subject=late', '-XMP-dc:Publisher=Paper & Söhne'],
      ...['-XMP-dc:Date=2019:05:02', '-XMP-dc:Language=de'],
    )
    await write('xmp.pdf', '-XMP-dc:Title-x-default=Tide', '-XMP-dc:Title-fr=Marée', '-XMP-pdf:Keywords=a, b')
    octavo = await startInhabited({
      database: 'sqlite',
      libraries: [root],
      env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' },
    })
    await firstScans(octavo.admin, 1)
    for (const book of await allBooks(octavo.admin)) {
      if (!book.path.endsWith('.pdf')) continue
      books.set(basename(book.path), await octavo.admin.get<FullBookResponse>(`/api/v1/books/${book.id}/full`))
    }
    const read = await exiftool('-json', '-G1', '-struct', '-dateFormat', '%Y:%m:%d', '-r', '-ext', 'pdf', root)
    for (const tags of JSON.parse(read) as Tags[]) tagsOf.set(basename(String(tags.SourceFile)), tags)
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('each PDF of the fixtures and of the tests', () => {
    expect(tagsOf.size).toBe(readdirSync(FIXTURE_PDFS).filter(name => name.endsWith('.pdf')).length + 5)
    for (const [name, tags] of tagsOf) {
      const book = books.get(name)
      expect(book).toBeDefined()
      expect({ name, ...(book && shown(book)) }).toEqual({ name, ...said(tags) })
    }
  })

  test('what was written is what is read', () => {
    expect(shown(books.get('both.pdf') as FullBookResponse)).toEqual({
      title: 'Of the information',
      authors: ['Ann A', 'Bob B'],
      keywords: ['late'],
      publisher: 'Paper & Söhne',
      date: [2019, 5, 2],
      language: 'de',
    })
  })

  test('an OPF file that is written next to a PDF', async () => {
    const { id, libraryId } = books.get('both.pdf') as FullBookResponse
    const writing = writingTo(octavo.admin, libraryId)
    await writing.mode('sidecar')
    expect(await writing.write({ bookIds: [id] })).toMatchObject({ written: 1 })
    const read = async (name: string) => {
      const lines = await exiftool('-a', '-s3', `-XMP-dc:PackageMetadata${name}`, at('Tagged/both.opf'))
      return lines.split('\n').filter(line => line !== '')
    }
    expect(await read('Title')).toEqual(['Of the information'])
    expect(await read('Creator')).toEqual(['Ann A', 'Bob B'])
    const others = await Promise.all(['Publisher', 'Date', 'Language'].map(read))
    expect(others).toEqual([['Paper & Söhne'], ['2019-05-02'], ['de']])
  })
})
