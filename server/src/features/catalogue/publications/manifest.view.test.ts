import { describe, expect, test } from 'bun:test'
import type { Publication, TocEntry } from '../../../formats/facts'
import { manifestView } from './manifest.view'

const member = (path: string, mediaType: string) => ({
  path,
  mediaType,
  offset: 0,
  storedSize: 1,
  size: 1,
  storage: 'stored' as const,
})
const publication: Publication = {
  title: null,
  language: 'ja',
  direction: 'rtl',
  fixedLayout: false,
  withoutSpreads: false,
  readingOrder: [
    { path: 'OPS/一 #1.xhtml', mediaType: 'application/xhtml+xml', linear: true, positions: 3, side: 'right' },
    { path: 'OPS/b.xhtml', mediaType: 'application/xhtml+xml', linear: false, positions: 2 },
  ],
  toc: [{ title: 'One', href: 'OPS/一 #1.xhtml#a%20b', children: [{ title: 'Head', href: null, children: [] }] }],
  members: [
    member('OPS/一 #1.xhtml', 'application/xhtml+xml'),
    member('OPS/b.xhtml', 'application/xhtml+xml'),
    member('OPS/a b.css', 'text/css'),
  ],
}

describe('manifest', () => {
  const manifest = manifestView(publication, 'File name')

  test('has the title of the book, else the one we know', () => {
    expect(manifest.metadata).toEqual({
      title: 'File name',
      language: 'ja',
      readingProgression: 'rtl',
      layout: 'reflowable',
      numberOfPositions: 5,
    })
    const fixed = { ...publication, title: 'Inside', fixedLayout: true, withoutSpreads: true }
    expect(manifestView(fixed, 'x').metadata).toMatchObject({ title: 'Inside', layout: 'fixed', spread: 'none' })
    expect(manifest.readingOrder.map(({ side }) => side)).toEqual(['right', undefined])
  })

  test('names parts by addresses that lead back to their paths', () => {
    expect(manifest.readingOrder.map(link => link.href)).toEqual(['OPS/%E4%B8%80%20%231.xhtml', 'OPS/b.xhtml'])
    expect(manifest.readingOrder.map(link => decodeURIComponent(link.href))).toEqual(
      publication.readingOrder.map(item => item.path),
    )
    expect(manifest.resources).toEqual([{ href: 'OPS/a%20b.css', type: 'text/css' }])
  })

  test('keeps headings without a target', () => {
    expect(publication.toc[0]?.href).toContain(' #1')
    expect(
      manifestView({ ...publication, toc: [{ title: 'A', href: 'b.xhtml#x%20y', children: [] }] }, '').toc,
    ).toEqual([{ title: 'A', href: 'b.xhtml#x%20y', children: [] }])
    expect(manifest.toc[0]?.children).toEqual([{ title: 'Head', href: null, children: [] }])
  })

  test('flattens endless nesting', () => {
    let deep: TocEntry = { title: 'leaf', href: 'OPS/b.xhtml', children: [] }
    for (let n = 0; n < 500; n++) deep = { title: `n${n}`, href: null, children: [deep] }
    const text = JSON.stringify(manifestView({ ...publication, toc: [deep] }, '').toc)
    expect(text).toContain('leaf')
    expect(text.match(/"title"/g)).toHaveLength(501)
  })
})
