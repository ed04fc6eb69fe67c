import { expect, test } from 'bun:test'
import type { Audience } from './happening'
import { forEachDatabase } from './testing'

const ids = { bookId: crypto.randomUUID(), seriesId: crypto.randomUUID(), libraryId: crypto.randomUUID() }

forEachDatabase('an event', database => {
  const publish = (event: 'book_updated' | 'read_progress_deleted', to: Audience) =>
    database.connection.write(async tx => tx.publish({ channel: 'entity', event: { type: event, ...ids }, to }))

  test('about a book names its library', async () => {
    await publish('book_updated', { libraryPk: 1 })
    expect(publish('book_updated', {})).rejects.toThrow('An event about books must name its audience by libraryPk')
  })

  test.each([
    ['marks', 'marks'],
    ['rating', 'ratings'],
    ['readHistory', 'readings'],
    ['wantToRead', 'want_to_read'],
  ])('about %s of a reader names the user, too', async (field, table) => {
    const event = { type: 'book_updated', ...ids, fields: [field] } as const
    const changed = (to: Audience) =>
      database.connection.write(async tx => tx.publish({ channel: 'entity', event: { ...event, fields: [field] }, to }))
    await changed({ libraryPk: 1, userPk: 1 })
    expect(changed({ libraryPk: 1 })).rejects.toThrow(`An event about ${table} must name its audience by userPk`)
  })

  test('about a place names its user and the library', async () => {
    await publish('read_progress_deleted', { libraryPk: 1, userPk: 1 })
    expect(publish('read_progress_deleted', { libraryPk: 1 })).rejects.toThrow(
      'An event about read_progress must name its audience by userPk',
    )
    expect(publish('read_progress_deleted', { userPk: 1 })).rejects.toThrow(
      'An event about read_progress must name its audience by libraryPk',
    )
  })
})
