import { client } from '../kit/client'
import { ADMIN } from '../kit/server'

export const READER = { username: 'ada', email: 'ada@example.org', password: 'Correct horse 2!' }

/** Facts of a server's users, books and lists: equal before and after an upgrade. */
export type Facts = Readonly<Record<string, unknown>>

interface Row {
  readonly [name: string]: unknown
}

/** The named fields of rows, in the order of the first. */
const pick = (rows: readonly Row[], ...names: readonly string[]) =>
  rows
    .map(row => Object.fromEntries(names.map(name => [name, row[name] ?? null])))
    .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))

export async function factsOf(url: string): Promise<Facts> {
  const signIn = async (credentials: object) => {
    const { accessToken } = await client(url).post<{ accessToken: string }>('/api/v1/auth/login', credentials)
    return client(url, { authorization: `Bearer ${accessToken}` })
  }
  const admin = await signIn({ username: ADMIN.username, password: ADMIN.password })
  const reader = await signIn({ username: READER.username, password: READER.password })
  const rows = async (from: typeof admin, path: string) => {
    const answer = await from.get<Row | readonly Row[]>(path)
    // A page of them, or a list by its name.
    return [answer, ...Object.values(answer)].find(Array.isArray) as readonly Row[]
  }
  const books = pick(
    await rows(admin, '/api/v1/books'),
    ...['title', 'id', 'seriesId', 'pageCount', 'fileFormat', 'fileHash', 'summary', 'coverVersion', 'deleted'],
  )
  const progress: Record<string, unknown> = {}
  for (const { id, title } of books) {
    for (const [who, from] of [
      ['admin', admin],
      ['reader', reader],
    ] as const) {
      const answer = await from.fetch(`/api/v1/books/${id}/progress`)
      const place = answer.status === 200 ? ((await answer.json()) as Row | null) : null
      progress[`${who}: ${title}`] = place && pick([place], 'currentPage', 'completed', 'progressPercentage')[0]
    }
  }
  return {
    books,
    progress,
    users: pick(await rows(admin, '/api/v1/users'), 'username', 'email', 'role', 'isActive'),
    libraries: pick(await rows(admin, '/api/v1/libraries'), 'name', 'id'),
    collections: pick(await rows(admin, '/api/v1/collections'), 'name', 'id'),
    readlists: pick(await rows(reader, '/api/v1/readlists'), 'name', 'id'),
    sharingTags: pick(await rows(admin, '/api/v1/admin/sharing-tags'), 'name', 'id'),
    marks: pick(await rows(reader, '/api/v1/user/marks'), 'kind', 'page', 'note', 'id'),
    ratings: pick(await rows(reader, '/api/v1/user/ratings/books'), 'rating', 'notes'),
    wantToRead: (await rows(reader, '/api/v1/want-to-read')).length,
    preferences: await reader.get('/api/v1/user/preferences'),
    name: pick([await admin.get<Row>('/api/v1/admin/settings/application.name')], 'value')[0],
  }
}
