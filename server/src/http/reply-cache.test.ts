import { expect, test } from 'bun:test'
import { createMemo } from '../kernel/memo'
import { SYSTEM_VIEWER } from '../kernel/viewer'
import { createReplyCache } from './reply-cache'

const ada = { ...SYSTEM_VIEWER, userId: 'ada' }
const bob = { ...SYSTEM_VIEWER, userId: 'bob' }
const get = (headers: Record<string, string> = {}) => new Request('http://x/l', { headers })

function counted(revision: () => string = () => '1') {
  const cache = createReplyCache(
    createMemo(2 ** 20, { revision: async () => revision(), isCommitted: async () => true }),
  )
  let made = 0
  const ask = (viewer = ada, request = get(), question = '/l') =>
    cache.reply({ viewer, request }, question, async () => ({ body: { made: ++made } }))
  return { ask, made: () => made }
}

test('an answer is cached from the second time on until something is written', async () => {
  let revision = 1
  const { ask, made } = counted(() => `${revision}`)
  const answers = async (times: number) => {
    for (let turn = 1; turn < times; turn++) await ask()
    return (await ask()).json()
  }
  expect(await answers(1)).toEqual({ made: 1 })
  expect(await answers(10)).toEqual({ made: 2 })
  revision++
  expect(await answers(10)).toEqual({ made: 3 })
  expect(made()).toBe(3)
})

test('each viewer and each question has its own answer', async () => {
  const { ask, made } = counted()
  for (let time = 0; time < 3; time++) {
    await ask(ada)
    await ask(bob)
    await ask(ada, get(), '/other')
    await ask({ ...ada, visibility: { kind: 'libraries', libraryPks: [1] } })
  }
  expect(made()).toBe(8)
})

test('the same copy is a 304, of a cached answer before any work; another text is not', async () => {
  const { ask, made } = counted()
  await ask()
  const etag = (await ask()).headers.get('etag') ?? ''
  const again = await ask(ada, get({ 'if-none-match': etag }))
  expect(again.status).toBe(304)
  expect(again.headers.get('cache-control')).toBe('private, no-cache')
  expect(made()).toBe(2)
  expect((await ask(bob, get({ 'if-none-match': etag }))).status).toBe(200)
  // Equal texts have the same ETag in every process.
  const replica = counted()
  await replica.ask()
  expect((await replica.ask(ada, get({ 'if-none-match': etag }))).status).toBe(304)
})

test('an answer made during a write is not served after it', async () => {
  let revision = 1
  const cache = createReplyCache(
    createMemo(2 ** 20, { revision: async () => `${revision}`, isCommitted: async () => true }),
  )
  let made = 0
  const ask = () =>
    cache.reply({ viewer: ada, request: get() }, '/l', async () => {
      made++
      if (made === 2) revision++
      return { body: { made } }
    })
  await ask()
  await ask()
  expect(await (await ask()).json()).toEqual({ made: 3 })
  expect(await (await ask()).json()).toEqual({ made: 3 })
})
