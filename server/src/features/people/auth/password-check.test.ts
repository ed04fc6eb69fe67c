import { beforeAll, expect, test } from 'bun:test'
import { countingReader } from '../../../../../tests/kit/counting-reader'
import { addUser } from '../../../../../tests/kit/gated-app'
import { forEachDatabase } from '../../../db/testing'
import { createPasswordCheck } from './password-check'

forEachDatabase('the work for a wrong password', database => {
  beforeAll(() => addUser(database.connection, 'Ada'))

  test('needs the same queries for existing and unknown names', async () => {
    const { reader, count } = countingReader(database.connection.reader)
    const check = createPasswordCheck({ reader, now: () => 0 })
    const questions: number[] = []
    for (const name of ['Ada', 'nobody', 'ada@example.org', 'nobody@example.org']) {
      const before = count()
      expect((await check({ name, password: `wrong for ${name}`, peer: { address: '198.51.100.1' } })).kind).toBe(
        'wrong',
      )
      questions.push(count() - before)
    }
    expect(questions).toEqual([1, 1, 1, 1])
  })
})
