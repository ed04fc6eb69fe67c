// The server as a person starts it, on both databases.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { comic, ebook, writeLibrary } from '../kit/books'
import { type Client, until } from '../kit/client'
import { temporaryFolder } from '../kit/paths'
import { ADMIN, type Octavo, startOctavo } from '../kit/server'

interface Page<T> {
  readonly data: readonly T[]
  readonly total: number
}
interface Book {
  readonly id: string
  readonly title: string
  readonly analyzed: boolean
  readonly pageCount: number
}

setDefaultTimeout(60_000)

for (const database of ['sqlite', 'postgres'] as const) {
  describe(`a server on ${database}`, () => {
    const folder = temporaryFolder('books')
    let octavo: Octavo
    let admin: Client

    beforeAll(async () => {
      const chapters = [{ title: 'One', paragraphs: ['It rained.'] }]
      writeLibrary(folder.path, {
        'Tide/Tide 01.cbz': await comic({ pages: 3 }),
        'Tide/Tide 02.cbz': await comic({ pages: 2, method: 'deflate' }),
        'Rain/Rain.epub': ebook({ title: 'Rain', chapters }),
      })
      octavo = await startOctavo({ database, libraries: [folder.path], fromNothing: true })
    })
    afterAll(async () => {
      await octavo?.stop()
      folder.remove()
    })

    test('asks for a first account, and creates only one', async () => {
      expect(await octavo.anonymous.get('/api/v1/setup/status')).toMatchObject({ setupRequired: true, hasUsers: false })
      admin = await octavo.signInAsAdmin()
      expect(await octavo.anonymous.get('/api/v1/setup/status')).toMatchObject({ setupRequired: false, hasUsers: true })
      const second = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ADMIN) }
      expect((await octavo.anonymous.fetch('/api/v1/setup/initialize', second)).status).toBe(400)
      expect(await admin.get('/api/v1/auth/me')).toMatchObject({ username: ADMIN.username, role: 'admin' })
    })

    test('lists and analyses the books of the folder on its command line', async () => {
      const books = await until(
        () => admin.get<Page<Book>>('/api/v1/books'),
        ({ data, total }) => total === 3 && data.every(book => book.analyzed),
      )
      const pages = Object.fromEntries(books.data.map(({ title, pageCount }) => [title, pageCount]))
      expect(pages).toMatchObject({ 'Tide 01': 3, 'Tide 02': 2 })
    })

    test('has all its data after a restart', async () => {
      const before = await admin.get<Page<Book>>('/api/v1/books')
      await octavo.restart()
      expect(await admin.get<Page<Book>>('/api/v1/books')).toEqual(before)
      expect((await admin.get<Page<unknown>>('/api/v1/libraries')).total).toBe(1)
    })
  })
}
