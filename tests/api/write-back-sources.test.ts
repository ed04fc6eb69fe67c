// A written file is read again by the metadata sources of its library.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookMetadataResponse } from '@octavo/contract/book-metadata'
import type { LibraryDto } from '@octavo/contract/library'
import { comic, writeLibrary } from '../kit/books'
import { temporaryFolder } from '../kit/paths'
import { bookAt, scan } from './catalogue'
import { DATABASES, type Inhabited, startInhabited } from './people'
import { writingTo } from './write-back-kit'

setDefaultTimeout(60_000)

const folder = temporaryFolder('write-back-sources')
const servers: Inhabited[] = []
beforeAll(async () => {
  const book = await comic({ pages: 1, comicInfo: { Year: 1999, Month: 5, Publisher: 'Old' } })
  for (const database of DATABASES) {
    writeLibrary(folder.path, { [`${database}/Tales/Tales 01.cbz`]: book })
    servers.push(await startInhabited({ database, env: { OCTAVO_LIBRARIES_DELETE_FILES: 'true' } }))
  }
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  folder.remove()
})

test.each(DATABASES.map((database, at) => [database, at] as const))(
  'on %s, a source that the library leaves out adds nothing, and the year is found by its filter',
  async (database, at) => {
    const { admin } = servers[at] as Inhabited
    const years = async (year: number) =>
      (
        await admin.post<{ total: number }>('/api/v1/books/list', {
          condition: { year: { operator: 'eq', value: year } },
        })
      ).total
    const library = await admin.post<LibraryDto>('/api/v1/libraries', {
      name: 'Tales',
      path: `${folder.path}/${database}`,
      metadataSources: { off: ['comicinfo'] },
    })
    await scan(admin, library.id)
    const { id } = await bookAt(admin, 'Tales 01.cbz')
    const metadata = () => admin.get<BookMetadataResponse>(`/api/v1/books/${id}/metadata`)
    expect(await metadata()).toMatchObject({ year: null, publisher: null })
    await admin.patch(`/api/v1/books/${id}/metadata`, { publisher: 'New' })
    const writing = writingTo(admin, library.id)
    await writing.mode('file')
    expect(await writing.write({ bookIds: [id], into: 'file' })).toMatchObject({ written: 1 })
    expect(await metadata()).toMatchObject({ year: null, publisher: 'New' })
    expect(await years(1999)).toBe(0)

    await admin.patch(`/api/v1/libraries/${library.id}`, { metadataSources: null })
    await admin.patch(`/api/v1/books/${id}/metadata`, { publisher: 'Newer' })
    expect(await writing.write({ bookIds: [id], into: 'file' })).toMatchObject({ written: 1 })
    expect(await metadata()).toMatchObject({ year: 1999, publisher: 'Newer' })
    expect(await years(1999)).toBe(1)
  },
)
