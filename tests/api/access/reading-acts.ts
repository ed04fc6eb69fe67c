// Requests of readers that need ids from earlier answers.
import type { ReadHistoryResponse } from '@octavo/contract/read-history'
import type { WantToReadEntryDto } from '@octavo/contract/want-to-read'
import { zip } from '../../kit/zip'
import { checked, ended, IMPORTS, send } from '../data-transfer'
import type { Inhabited } from '../people'
import { jsonInit, type World } from './objects'
import type { Person } from './people'

type Act = () => Promise<Response>

/** An empty archive of a user's data. */
const NO_DATA = zip([
  { name: 'manifest.json', data: '{"format":"octavo-data","version":1,"createdAt":"2026-01-01T00:00:00Z"}' },
])

export function readingActs({ admin }: Inhabited, { as }: Person, { open }: World): Readonly<Record<string, Act>> {
  const { book = '', series = '' } = open
  const paused = (value: boolean) => admin.put('/api/v1/tasks/control', { paused: value })
  const profile = async () => {
    await as.put('/api/v1/user/preferences/reader.comic', { value: { double: true } })
    return as.fetch(
      '/api/v1/user/reader-profiles/copy',
      jsonInit({ reader: 'comic', from: { scope: 'default' }, to: { scope: 'book', bookId: book } }),
    )
  }
  return {
    dismiss_recommendation: () => as.fetch(`/api/v1/user/recommendations/${series}/dismiss`, { method: 'POST' }),
    restore_recommendation: () => as.fetch(`/api/v1/user/recommendations/${series}/dismiss`, { method: 'DELETE' }),
    copy_reader_profile: profile,
    delete_reader_profile: async () => {
      await profile()
      return as.fetch(`/api/v1/user/reader-profiles?reader=comic&scope=book&bookId=${book}`, { method: 'DELETE' })
    },
    create_data_import: () => send(as, NO_DATA),
    apply_data_import: async () => {
      await paused(false)
      const { id } = await checked(as, NO_DATA)
      const answer = await as.fetch(`${IMPORTS}/${id}/apply`, { method: 'POST' })
      await ended(as, id)
      await paused(true)
      return answer
    },
    koreader_register: async () => {
      // KOReader sends no e-mail addresses, so nobody can register there while confirmation is required.
      const confirmation = '/api/v1/admin/settings/auth.email_confirmation'
      await admin.put(confirmation, { value: 'false' })
      const body = { username: 'newcomer-by-koreader', password: '0123456789abcdef0123456789abcdef' }
      const answer = await as.fetch('/koreader/users/create', jsonInit(body))
      await admin.put(confirmation, { value: 'true' })
      return answer
    },
    komga_delete_user_settings: () => as.fetch('/komga/api/v1/client-settings/user', jsonInit(['theme'], 'DELETE')),
    order_want_to_read: async () => {
      const entry = await as.post<WantToReadEntryDto>('/api/v1/want-to-read', { bookId: book })
      return as.fetch('/api/v1/want-to-read/order', jsonInit({ ids: [entry.id] }, 'PUT'))
    },
    record_reading_sessions: () =>
      as.fetch(
        '/api/v1/reading-sessions',
        jsonInit({
          sessions: [
            {
              id: crypto.randomUUID(),
              bookId: book,
              deviceId: 'auditor',
              kind: 'progress',
              toPage: 1,
              clientStartedAt: '2026-01-01T10:00:00Z',
              clientEndedAt: '2026-01-01T10:05:00Z',
            },
          ],
        }),
      ),
    delete_book_read_history_entry: async () => {
      // Read again from the beginning: a reading is recorded once.
      for (const mark of ['unread', 'read']) await as.fetch(`/api/v1/books/${book}/${mark}`, { method: 'POST' })
      const history = `/api/v1/books/${book}/read-history`
      const { entries } = await as.get<ReadHistoryResponse>(history)
      return as.fetch(`${history}/${entries[0]?.id}`, { method: 'DELETE' })
    },
  }
}
