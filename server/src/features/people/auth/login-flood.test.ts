import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addUser, createGatedApp } from '../../../../../tests/kit/gated-app'
import { connect, migrate } from '../../../db'
import { createPeerOf } from '../../../http/peer'

const TRIES = 10_000
/** Attempts of one network at one account at once. */
const LIMIT = 10

// Attempts are counted in memory, on either database.
test('A07: ten thousand attempts from changing addresses are counted by their few networks', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-flood-'))
  const connection = await connect({ databaseUrl: null, dataDir })
  await migrate(connection)
  const gated = createGatedApp(connection)
  const ada = await addUser(connection, 'ada')
  const direct = createPeerOf([])
  const behindProxy = createPeerOf(['10.0.0.1'])
  // Repeating the same wrong password costs no attempt, so each guess has to differ.
  let guesses = 0
  const guess = (headers: Record<string, string>, socket: string, peerOf = direct) =>
    send(`guess ${++guesses}`, headers, socket, peerOf)
  const send = (password: string, headers: Record<string, string>, socket: string, peerOf = direct) =>
    gated.ask('POST', '/api/v1/auth/login', {
      body: { username: 'ada', password },
      headers,
      peer: peerOf(new Request('http://localhost/', { headers }), socket),
    })
  const invented = (index: number) => `198.51.${index >> 8}.${index & 255}`
  const attackers: Record<string, (index: number) => Promise<Response>> = {
    'X-Forwarded-For without a configured proxy': index => guess({ 'X-Forwarded-For': invented(index) }, '203.0.113.1'),
    'X-Real-IP': index => guess({ 'X-Real-IP': invented(index) }, '203.0.113.2'),
    Forwarded: index => guess({ Forwarded: `for=${invented(index)}` }, '203.0.113.3'),
    'X-Forwarded-For that a configured proxy adds to': index =>
      guess({ 'X-Forwarded-For': `${invented(index)}, 203.0.113.4` }, '10.0.0.1', behindProxy),
    'addresses of one IPv6 /64': index => guess({}, `2001:db8:1:2::${index.toString(16)}`),
  }
  const owner = () => send(ada.password, {}, '192.0.2.1')
  expect((await owner()).status).toBe(200)
  const through: Record<string, number> = {}
  let tried = 0
  const each = Object.entries(attackers)
  for (let index = 0; tried < TRIES; index++) {
    for (const [name, attack] of each) {
      tried++
      const { status } = await attack(index)
      expect(status).toBeOneOf([401, 429])
      if (status === 401) through[name] = (through[name] ?? 0) + 1
    }
  }
  expect(through).toEqual(Object.fromEntries(each.map(([name]) => [name, LIMIT])))
  expect((await owner()).status).toBe(200)
  const sum = Object.values(through).reduce((all, one) => all + one, 0)
  console.log(`  A07: ${sum} of ${tried} tries let through, ${LIMIT} for each of ${each.length} networks`)
  await connection.close()
  rmSync(dataDir, { recursive: true })
}, 120_000)
