// The floor: the same runtime doing as little as possible for the same answers.
import { Database } from 'bun:sqlite'
import { closeSync, openSync, readSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import type { FloorAnswer, FloorQuestion } from './floor.protocol'

type Answering = () => Response

const answering = new Map<string, { readonly answers: readonly Answering[]; next: number }>()

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const path = request.url.slice(request.url.indexOf('/', 8))
    const entry = answering.get(path)
    const answer = entry?.answers[entry.next++ % entry.answers.length]
    return answer ? answer() : new Response(null, { status: 404 })
  },
})

process.on('message', ({ name, answers }: FloorQuestion) => {
  answering.set(name, { answers: answers.map(prepare), next: 0 })
  process.send?.({ port: server.port })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: server.port })

function prepare(answer: FloorAnswer): Answering {
  const { headers } = answer
  switch (answer.kind) {
    case 'bytes': {
      const body = Buffer.from(answer.body)
      return () => new Response(body, { headers })
    }
    case 'file':
      return () => new Response(Bun.file(answer.file), { headers })
    case 'slice':
      return () => new Response(Bun.file(answer.file).slice(answer.from, answer.to), { headers })
    case 'inflate':
      return () => new Response(inflateRawSync(readPart(answer)), { headers })
    case 'write':
      return preparedWrite(answer)
  }
}

function readPart({ file, from, to }: { file: string; from: number; to: number }): Buffer {
  const handle = openSync(file, 'r')
  try {
    const part = Buffer.allocUnsafe(to - from)
    readSync(handle, part, 0, part.length, from)
    return part
  } finally {
    closeSync(handle)
  }
}

function preparedWrite({ database, headers, body }: FloorAnswer & { kind: 'write' }): Answering {
  const sqlite = new Database(database, { create: true })
  sqlite.run('pragma journal_mode = wal')
  sqlite.run('pragma synchronous = full')
  sqlite.run('create table if not exists places (book integer primary key, page integer, at integer) strict')
  const write = sqlite.prepare('insert into places values (?, ?, ?) on conflict do update set page = 2, at = 3')
  let book = 0
  return () => {
    write.run(book++ % 2000, 1, Date.now())
    return new Response(body, { headers })
  }
}
