// What a reader does whose requests need ids that only earlier answers have.
import type { ReadHistoryResponse } from '@octavo/contract/read-history'
import type { WantToReadEntryDto } from '@octavo/contract/want-to-read'
import { jsonInit, type World } from './objects'
import type { Person } from './people'

type Act = () => Promise<Response>

export function readingActs({ as }: Person, { open }: World): Readonly<Record<string, Act>> {
  const { book = '' } = open
  return {
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
