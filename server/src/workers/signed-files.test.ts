// Who signed a file, and what its other sources name instead.
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { comic } from '../../../tests/kit/books'
import { onePage, rawPdf } from '../../../tests/kit/raw-pdf'
import { startParserPool } from './pool'

const folder = mkdtempSync(join(tmpdir(), 'octavo-signed-'))
const pool = startParserPool({ size: 1 })
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

async function authorsOf(name: string, bytes: Uint8Array): Promise<readonly string[] | undefined> {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  const { metadata } = await pool.analyze({ path, thumbnailTarget: null })
  return metadata?.authors.map(author => author.name)
}

const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${DC}><dc:creator><rdf:Seq><rdf:li>Jane Austen</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`
const withXmp = {
  1: '<</Type/Catalog/Pages 2 0 R/Metadata 11 0 R>>',
  11: { dictionary: '/Type/Metadata/Subtype/XML', bytes: Buffer.from(xmp) },
}
const signed = (author: string, more = {}) =>
  rawPdf(onePage('', { 10: `<</Title(Emma)/Author(${author})>>`, ...more }), { trailer: '/Info 10 0 R' })

test('a PDF signed by a program has the author in its XMP, or of the file next to it', async () => {
  expect(await authorsOf('inside.pdf', signed('Microsoft Word', withXmp))).toEqual(['Jane Austen'])
  expect(await authorsOf('nobody.pdf', signed('Microsoft Word'))).toEqual([])
  const opf = `<package xmlns="http://www.idpf.org/2007/opf"><metadata ${DC}><dc:title>Emma</dc:title></metadata></package>`
  writeFileSync(join(folder, 'next.opf'), opf)
  expect(await authorsOf('next.pdf', signed('Anne Elliot'))).toEqual(['Anne Elliot'])
  writeFileSync(
    join(folder, 'address.opf'),
    opf.replace('</dc:title>', '</dc:title><dc:creator>www.a.org</dc:creator>'),
  )
  expect(await authorsOf('address.pdf', signed('Anne Elliot'))).toEqual(['Anne Elliot'])
})

test('an artist may be called Word', async () => {
  const bytes = await comic({ pages: 1, comicInfo: { Title: 'Sound', Writer: 'Word, https://example.org' } })
  expect(await authorsOf('sound.cbz', bytes)).toEqual(['Word'])
})
