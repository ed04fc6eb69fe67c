import { afterAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { comic, writeLibrary } from '../../../../../tests/kit/books'
import { until } from '../../../../../tests/kit/client'
import { FIXTURES, temporaryFolder } from '../../../../../tests/kit/paths'
import { startParserPool } from '../../../workers'
import { libraryNamer } from '../../catalogue/naming'
import { previewScan } from './preview-scan'

setDefaultTimeout(60_000)
const pool = startParserPool({ size: 1 })
afterAll(() => pool.close())
const namer = libraryNamer(pool, null)

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder('preview')
  return () => folder.remove()
})

const question = () => ({ folders: [folder.path], namer, formats: null, excludedPatterns: null })

test('every series has the names of its first five files, also beyond the limit of named files', async () => {
  const files: Record<string, string> = {}
  for (let series = 100; series < 300; series++) {
    for (let file = 1; file <= 6; file++) files[`S${series}/S${series} v${file}.cbz`] = 'This is no archive.'
  }
  writeLibrary(folder.path, files)
  const { detectedSeries } = await previewScan(pool, question(), new AbortController().signal)
  const names = (series: number) => [1, 2, 3, 4, 5].map(file => `S${series} v${file}.cbz`)
  expect(detectedSeries.map(({ sampleBooks }) => sampleBooks)).toEqual(
    Array.from({ length: 200 }, (_, at) => names(100 + at)),
  )
})

test('only files whose metadata was read are placed twice', async () => {
  const tagged = await comic({ pages: 1, comicInfo: { Series: 'Saga', Number: '1' } })
  writeLibrary(folder.path, {
    'A/a.cbz': tagged,
    'B/b.cbz': 'This is no archive.',
    'B/c.cbz': await comic({ pages: 1 }),
  })
  const placed: string[][] = []
  const counting: typeof namer = {
    ...namer,
    place(files) {
      placed.push(files.map(({ path }) => path).toSorted())
      return namer.place(files)
    },
  }
  await previewScan(pool, { ...question(), namer: counting }, new AbortController().signal)
  expect(placed).toEqual([['A/a.cbz', 'B/b.cbz', 'B/c.cbz'], ['A/a.cbz']])
})

test('a preview that was aborted reads no further files', async () => {
  for (let file = 1; file <= 8; file++) {
    copyFileSync(join(FIXTURES, 'hostile/content-200mb.pdf'), join(folder.path, `Slow ${file}.pdf`))
  }
  const { killed } = pool.counts()
  const gone = new AbortController()
  const preview = previewScan(pool, question(), gone.signal)
  await until(
    async () => pool.counts().tasks,
    tasks => tasks > 2,
  )
  gone.abort()
  await expect(preview).rejects.toThrow()
  await pool.analyze({ path: join(FIXTURES, 'hostile/empty.cbz'), thumbnailTarget: null })
  expect(pool.counts()).toMatchObject({ tasks: 0, killed: killed + 1 })
})
