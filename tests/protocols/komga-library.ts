// A library for Komga apps, with a user who sees part of it.
import { join } from 'node:path'
import { bookAt, firstScans, JSON_HEADERS, makeLibrary } from '../api/catalogue'
import { startInhabited } from '../api/people'
import { comic, ebook, writeLibrary } from '../kit/books'
import { client } from '../kit/client'
import { ADMIN } from '../kit/server'

export const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})

/** Cookies of an answer as a client sends them back. */
export const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')

export const post = (body: unknown) => ({ method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) })

/** Books of the series that most is asked about. */
export const RUN = 12
const INFO = { Genre: 'Horror, Action', Writer: 'Ada', Publisher: 'House', LanguageISO: 'en', Year: 2001, Tags: 'blue' }

export async function startKomga(database: 'sqlite' | 'postgres', folder: string) {
  const files: Record<string, Uint8Array> = {
    'Vault/Zzhidden/Zzhidden 1.cbz': await comic({ pages: 2, comicInfo: { Genre: 'Zzhidden', Writer: 'Zzhidden' } }),
    'Open/Novel/Novel.epub': ebook({ title: 'Novel', chapters: [{ title: 'One', paragraphs: ['Call me.'] }] }),
    'Open/Odd ]]> 漫画 & <b>/Odd 1.cbz': await comic({ pages: 1 }),
  }
  for (let number = 1; number <= RUN; number++) {
    const comicInfo = { Number: number, ...(number === 1 && INFO) }
    files[`Open/Run/Run ${String(number).padStart(2, '0')}.cbz`] = await comic({ pages: 5, comicInfo })
  }
  writeLibrary(folder, files)
  const octavo = await startInhabited({ database })
  const { admin } = octavo
  const { id: libraryId } = await makeLibrary(admin, 'Open', join(folder, 'Open'))
  await makeLibrary(admin, 'Vault', join(folder, 'Vault'))
  await firstScans(admin, 2)
  const first = await bookAt(admin, 'Run/Run 01.cbz')
  const password = 'Engine-No.1'
  const limited = { username: 'kim', email: 'kim@example.org', password, role: 'reader', libraryIds: [libraryId] }
  await admin.post('/api/v1/users', limited)
  const api = client(`${octavo.url}/komga`, basic(ADMIN.email, ADMIN.password))
  return { octavo, admin, api, kim: client(`${octavo.url}/komga`, basic('kim', password)), first, libraryId }
}
