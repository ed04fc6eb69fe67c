// Answers to samples, in a form that can be compared.
import type { Client } from '../../kit/client'
import { jsonInit } from './objects'
import type { Sample } from './samples'

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: string
}

export async function ask(who: Client, { route, request }: Sample, ids: readonly string[]): Promise<Answer> {
  const { path, body } = request(ids)
  const method = route.method.toUpperCase()
  const answer = await who.fetch(path, body === null ? { method } : jsonInit(body, method))
  // A tag depends on the address as well, so two of them are not comparable.
  const headers = [...answer.headers].filter(([name]) => !/^(date|x-request-id|trace-id|etag)$/.test(name))
  return {
    status: answer.status,
    text: Buffer.from(await answer.arrayBuffer()).toString('latin1'),
    headers: JSON.stringify(headers),
  }
}

/** The content of an answer without the requested id, and without values that are new each time. */
export function saying({ status, text, headers }: Answer, asked: readonly string[]): string {
  const answered = asked
    .reduce((all, id) => all.replaceAll(id, '(asked)'), `${headers} ${text}`)
    // Komga's errors contain the address and a timestamp.
    .replace(/"timestamp":"[^"]*"|,"path":"[^"]*"/g, '')
  const fresh = /[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g
  return `${status} ${status < 400 ? answered.replace(fresh, '(new)') : answered}`
}
