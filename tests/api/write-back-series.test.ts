// The series.json of series in Mylar's format: read by Python after writing, preserved members, and the next scan.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FullSeriesResponse } from '@octavo/contract/full-series'
import type { SeriesExternalIdDto } from '@octavo/contract/series-side'
import { comic, writeLibrary } from '../kit/books'
import type { Client } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { type Octavo, startOctavo } from '../kit/server'
import { firstScans, scan, seriesNamed } from './catalogue'
import { writingTo } from './write-back-kit'

setDefaultTimeout(60_000)

/** As Mylar writes it (1.0.2), with members that nobody else knows. */
const MYLAR = {
  version: '1.0.2',
  metadata: {
    ...{
      type: 'comicSeries',
      publisher: 'Image',
      imprint: null,
      name: 'Saga',
      comicid: 42565,
      year: 2012,
      volume: null,
    },
    ...{ description_text: 'Old & short', description_formatted: '<p>Old</p>', booktype: 'Print', age_rating: null },
    ...{
      ComicImage: 'https://example.org/1.jpg',
      total_issues: 54,
      status: 'Continuing',
      publication_run: '2012 - Present',
    },
    ...{ collects: null, cid: { own: [1, 2] } },
  },
  more: true,
}
const EDIT = {
  title: 'Saga & Söhne',
  publisher: 'Éditions <Minuit>',
  imprint: 'Petite',
  year: 2013,
  summary: 'Line one\nLine two & 1 < 2 <b>',
  status: 'ended',
  ageRating: 16,
  totalVolumeCount: 60,
  readingDirection: 'rtl',
}

describe.each(['sqlite', 'postgres'] as const)('series.json on %s', database => {
  const folder = temporaryFolder(`write-back-series-${database}`)
  const at = (path: string) => join(folder.path, path)
  let octavo: Octavo
  let admin: Client
  let libraryId: string
  const idOf = async (title: string) => (await seriesNamed(admin, title)).id
  const full = (id: string) => admin.get<FullSeriesResponse>(`/api/v1/series/${id}/full`)
  const read = (path: string) =>
    JSON.parse(
      execFileSync('python3', ['-c', 'import json,sys; print(json.dumps(json.load(open(sys.argv[1]))))', at(path)], {
        encoding: 'utf8',
      }),
    )

  beforeAll(async () => {
    writeLibrary(folder.path, {
      'Saga/Saga 1.cbz': await comic({ pages: 1 }),
      'Saga/Saga 2.cbz': await comic({ pages: 2 }),
      'Other/Other 1.cbz': await comic({ pages: 3, comicInfo: { Writer: 'Ann', Genre: 'Drama' } }),
    })
    writeFileSync(at('Saga/series.json'), JSON.stringify(MYLAR))
    chmodSync(at('Saga/series.json'), 0o640)
    octavo = await startOctavo({ database, libraries: [folder.path], env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' } })
    admin = await octavo.signInAsAdmin()
    libraryId = (await firstScans(admin, 1))[0]?.id ?? ''
  })
  afterAll(async () => {
    await octavo?.stop()
    folder.remove()
  })

  test('is written on request alone, where the library says so', async () => {
    const { preview, write, mode } = writingTo(admin, libraryId)
    const id = await idOf('Saga')
    const body = { seriesIds: [id], seriesFile: true }
    expect((await preview(body)).series[0]?.refusal?.code).toBe('library-off')
    await mode('sidecar')
    expect((await preview({ seriesIds: [id] })).series).toEqual([])
    await write({ seriesIds: [id] })
    expect(read('Saga/series.json')).toEqual(MYLAR)
    // It already has the values of the series.
    expect((await preview(body)).series[0]?.document).toMatchObject({ changes: [], skipped: [] })
  })

  test('says what a person has set; all else of it stays, and a scan finds what it knows', async () => {
    const { preview, write } = writingTo(admin, libraryId)
    const id = await idOf('Saga')
    await admin.patch(`/api/v1/series/${id}/metadata`, EDIT)
    const body = { seriesIds: [id], seriesFile: true }
    const { document } = (await preview(body)).series[0] ?? {}
    expect(document?.changes.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['title', 'Saga', EDIT.title],
      ['publisher', 'Image', EDIT.publisher],
      ['imprint', null, 'Petite'],
      ['year', '2012', '2013'],
      ['summary', 'Old & short', EDIT.summary],
      ['status', 'ongoing', 'ended'],
      ['ageRating', null, '16'],
      ['totalVolumeCount', '54', '60'],
    ])
    expect(document?.skipped).toEqual(['readingDirection'])
    expect(await write(body)).toMatchObject({ not_written: 0 })
    const prose = 'Line one<br/>Line two &amp; 1 &lt; 2 &lt;b&gt;'
    expect(read('Saga/series.json')).toEqual({
      ...MYLAR,
      metadata: {
        ...MYLAR.metadata,
        ...{ name: EDIT.title, publisher: EDIT.publisher, imprint: 'Petite', year: 2013, status: 'Ended' },
        ...{ description_text: prose, description_formatted: prose, age_rating: '16+', total_issues: 60 },
      },
    })
    expect(statSync(at('Saga/series.json')).mode & 0o777).toBe(0o640)
    expect(readdirSync(at('Saga')).filter(name => name.startsWith('.'))).toEqual([])
    expect((await preview(body)).series[0]?.document?.changes).toEqual([])

    await admin.put(`/api/v1/series/${id}/metadata/locks`, { summary: false, status: false, totalVolumeCount: false })
    await scan(admin, libraryId, 'deep')
    const { metadata } = await full(id)
    expect([metadata.summary, metadata.status, metadata.totalVolumeCount]).toEqual([EDIT.summary, 'ended', 60])
  })

  test('says the id at Comic Vine; other ids, links and scores are named', async () => {
    const { preview, write } = writingTo(admin, libraryId)
    const id = await idOf('Saga & Söhne')
    const url = `/api/v1/series/${id}`
    const body = { seriesIds: [id], seriesFile: true }
    await admin.post(`${url}/external-ids`, { source: 'comicvine', externalId: '4050-18166' })
    await admin.post(`${url}/external-ids`, { source: 'anilist', externalId: '30013' })
    await admin.post(`${url}/external-links`, { sourceName: 'wiki', url: 'https://wiki.example.org/saga' })
    await admin.post(`${url}/external-ratings`, { sourceName: 'anilist', rating: 80 })
    const { document } = (await preview(body)).series[0] ?? {}
    expect(document?.changes).toEqual([{ field: 'externalIds', before: '42565', after: '18166' }])
    expect(document?.skipped).toEqual(['readingDirection', 'externalIds', 'externalLinks', 'externalRatings'])
    await write(body)
    expect(read('Saga/series.json').metadata.comicid).toBe(18166)
    const { externalIds } = await admin.get<{ externalIds: SeriesExternalIdDto[] }>(`${url}/external-ids`)
    await admin.delete(`${url}/external-ids/${externalIds.find(({ source }) => source === 'comicvine')?.id}`)
    await write(body)
    expect(read('Saga/series.json').metadata.comicid).toBeNull()
  })

  test('is made for a series without one; a file that cannot be read, or may not be written, stays', async () => {
    const { preview, write } = writingTo(admin, libraryId)
    const id = await idOf('Other')
    await admin.patch(`/api/v1/series/${id}/metadata`, { publisher: 'Nobody', status: 'hiatus' })
    const body = { seriesIds: [id], seriesFile: true }
    writeFileSync(at('Other/series.json'), '{"metadata": [')
    expect((await preview(body)).series[0]?.refusal?.code).toBe('document-unreadable')
    rmSync(at('Other/series.json'))
    mkdirSync(at('Other/series.json'))
    expect((await preview(body)).series[0]?.refusal?.code).toBe('name-taken')
    rmSync(at('Other/series.json'), { recursive: true })
    // Mylar has no word for a pause, and no member for what comes from the books.
    expect((await preview(body)).series[0]?.document?.skipped).toEqual(['status', 'genres', 'authors'])
    expect(existsSync(at('Other/series.json'))).toBe(false)
    await write(body)
    const text = readFileSync(at('Other/series.json'), 'utf8')
    expect(JSON.parse(text)).toEqual({
      version: '1.0.2',
      metadata: { type: 'comicSeries', name: 'Other', publisher: 'Nobody' },
    })
    chmodSync(at('Other/series.json'), 0o440)
    await admin.patch(`/api/v1/series/${id}/metadata`, { publisher: 'Somebody' })
    expect((await preview(body)).series[0]?.refusal?.code).toBe('read-only')
    expect(readFileSync(at('Other/series.json'), 'utf8')).toBe(text)
  })
})
