import { expect, test } from 'bun:test'
import { SYSTEM_VIEWER } from '../kernel/viewer'
import { createReplyCache } from './reply-cache'

const ada = { ...SYSTEM_VIEWER, userId: 'ada' }
const bob = { ...SYSTEM_VIEWER, userId: 'bob' }
const get = (headers: Record<string, string> = {}) => new Request('http://x/l', { headers })

function counted(revision: () => number | null) {
  const cache = createReplyCache(revision)
  let made = 0
  const ask = (viewer = ada, request = get(), question = '/l') =>
    cache.reply({ viewer, request }, question, async () => ({ body: { made: ++made } }))
  return { ask, made: () => made }
}

test('an answer is kept from the second time on until something is written', async () => {
  let revision = 1
  const { ask, made } = counted(() => revision)
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
  const { ask, made } = counted(() => 1)
  await ask(ada)
  await ask(bob)
  await ask(ada, get(), '/other')
  await ask({ ...ada, visibility: { kind: 'libraries', libraryPks: [1] } })
  expect(made()).toBe(4)
})

test('the same copy is a 304 before any work, and one of before a restart is not', async () => {
  const { ask, made } = counted(() => 1)
  const etag = (await ask()).headers.get('etag') ?? ''
  const again = await ask(ada, get({ 'if-none-match': etag }))
  expect(again.status).toBe(304)
  expect(again.headers.get('cache-control')).toBe('private, no-cache')
  expect(made()).toBe(1)
  expect((await ask(bob, get({ 'if-none-match': etag }))).status).toBe(200)
  expect((await counted(() => 1).ask(ada, get({ 'if-none-match': etag }))).status).toBe(200)
})

test('an answer made while something was written is not kept', async () => {
  let revision = 1
  const cache = createReplyCache(() => revision)
  let made = 0
  const ask = () =>
    cache.reply({ viewer: ada, request: get() }, '/l', async () => {
      made++
      if (made === 2) revision++
      return { body: { made } }
    })
  await ask()
  await ask()
  revision = 1
  expect(await (await ask()).json()).toEqual({ made: 3 })
  expect(await (await ask()).json()).toEqual({ made: 3 })
})

test('where others write too, every answer is made anew and still has its 304', async () => {
  const cache = createReplyCache(() => null)
  const ask = (headers = {}) => cache.reply({ viewer: ada, request: get(headers) }, '/l', async () => ({ body: [1] }))
  const first = await ask()
  expect(await first.json()).toEqual([1])
  expect((await ask({ 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304)
})

function shared(snapshot: () => Promise<string | null>) {
  const cache = createReplyCache(() => null, snapshot)
  let made = 0
  const ask = (viewer = ada, question = '/l') =>
    cache.reply({ viewer, request: get() }, question, async () => ({ body: { made: ++made } }))
  return { ask, made: () => made }
}

test('where others write too, an answer is kept from the second time on, while the snapshot is the same', async () => {
  let name = 'a'
  let looks = 0
  const { ask, made } = shared(async () => {
    looks++
    return name
  })
  await ask()
  expect(looks).toBe(0)
  await ask()
  for (let i = 0; i < 3; i++) expect(await (await ask()).json()).toEqual({ made: 2 })
  await ask(bob)
  await ask({ ...ada, visibility: { kind: 'libraries', libraryPks: [1] } })
  expect(made()).toBe(4)
  name = 'b'
  expect(await (await ask()).json()).toEqual({ made: 5 })
  expect(await (await ask()).json()).toEqual({ made: 5 })
})

test('an answer that was made while the snapshot changed, or of which nobody can tell, is not kept', async () => {
  let name = 0
  const changing = shared(async () => `${name++}`)
  const unknown = shared(async () => null)
  for (let i = 0; i < 4; i++) {
    await changing.ask()
    await unknown.ask()
  }
  expect(changing.made()).toBe(4)
  expect(unknown.made()).toBe(4)
})
