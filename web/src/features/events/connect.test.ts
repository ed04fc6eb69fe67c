import { afterEach, expect, test } from 'bun:test'
import { type Listening, listen } from './connect'

type Heard = { readonly messages: unknown[]; readonly places: string[]; readonly said: string[] }

let end = new AbortController()
const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
  end.abort()
  end = new AbortController()
})

/** Each connection returns the next of `answers`, in the given pieces. */
function listenTo(answers: (readonly string[] | number)[], lastId: string | null, stop: (heard: Heard) => boolean) {
  const asked: (string | null)[] = []
  const heard: Heard = { messages: [], places: [], said: [] }
  globalThis.fetch = (async (_address: string, { headers }: RequestInit) => {
    asked.push(new Headers(headers).get('Last-Event-ID'))
    const answer = answers.shift() ?? []
    if (typeof answer === 'number') return new Response('no', { status: answer })
    const pieces = answer.map(piece => new TextEncoder().encode(piece))
    return new Response(
      new ReadableStream({
        pull(stream) {
          const piece = pieces.shift()
          if (piece) stream.enqueue(piece)
          else stream.close()
        },
      }),
    )
  }) as typeof globalThis.fetch
  const after =
    <A extends unknown[]>(note: (...args: A) => void) =>
    (...args: A) => {
      note(...args)
      if (stop(heard)) end.abort()
    }
  const say = (word: string) => after(() => void heard.said.push(word))
  const listening: Listening = {
    onMessage: after(message => void heard.messages.push(message)),
    onPlace: after(id => void heard.places.push(id)),
    onLive: after(live => void heard.said.push(live ? 'live' : 'lost')),
    onMissed: say('missed'),
    onSign: () => {},
    onRefused: say('refused'),
    onEnded: say('ended'),
    onSilence: say('silence'),
  }
  return listen('/api/v1/events', lastId, listening, end.signal).then(() => ({ asked, ...heard }))
}

test('messages are read in any chunks and with any line breaks', async () => {
  const { messages, places } = await listenTo(
    [[': hello\n\nid: 7\nda', 'ta: {"a":1}\n\nid: 8\nevent: task\r\ndata: one\r', '\ndata:  two\r\n\r\ndata: b\r\r']],
    '1',
    heard => heard.messages.length === 3 && heard.places.includes('8'),
  )
  expect(messages).toEqual([
    { event: 'message', data: '{"a":1}' },
    { event: 'task', data: 'one\n two' },
    { event: 'message', data: 'b' },
  ])
  expect(places.at(-1)).toBe('8')
})

test('a lost connection resumes after the last id: heartbeats advance it, partial messages do not', async () => {
  const { asked, messages, said } = await listenTo(
    [['retry: 2000\nid: 5\n\n', 'id: 6\ndata: half\n'], ['id: 6\ndata: whole\n\n']],
    '4',
    heard => heard.messages.length === 1,
  )
  expect(asked).toEqual(['4', '5'])
  expect(messages).toEqual([{ event: 'message', data: 'whole' }])
  expect(said).toEqual(['live', 'lost', 'live'])
})

test('without an id to resume from, events may have been missed', async () => {
  const { asked, said } = await listenTo([['id: 1\n\n']], null, heard => heard.places.length === 1)
  expect(asked).toEqual([null])
  expect(said).toEqual(['live', 'missed'])
})

test('an expired session is not retried', async () => {
  const { asked, said } = await listenTo([401], '1', () => false)
  expect(asked).toEqual(['1'])
  expect(said).toEqual(['ended'])
})

test('an error is reported once, and the connection is retried', async () => {
  expect((await listenTo([429], '1', heard => heard.said.includes('lost'))).said).toEqual(['refused', 'lost'])
  end = new AbortController()
  const { asked, said } = await listenTo([503, ['data: a\n\n']], '1', heard => heard.messages.length === 1)
  expect(asked).toEqual(['1', '1'])
  expect(said).toEqual(['lost', 'live'])
})
