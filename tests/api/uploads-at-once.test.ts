// Many uploads at once: the server has a few of them in memory, whatever their number.
import { expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import type { LoginResponse } from '@octavo/contract/auth'
import { ADMIN, startOctavo } from '../kit/server'

setDefaultTimeout(120_000)

const MEGABYTES = 19
const AT_ONCE = 40

/** The form in one buffer, which every request sends. */
const FORM = Buffer.concat([
  Buffer.from('--xx\r\nContent-Disposition: form-data; name="file"; filename="me.png"\r\n\r\n'),
  Buffer.alloc(MEGABYTES * 1_000_000, 'x'),
  Buffer.from('\r\n--xx--\r\n'),
])

function upload(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, answer => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(FORM)
  })
}

const peakMb = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test('a few uploads of one person are in memory at once, and all are answered', async () => {
  const octavo = await startOctavo({ database: 'sqlite' })
  try {
    await octavo.signInAsAdmin()
    const { accessToken } = await octavo.anonymous.post<LoginResponse>('/api/v1/auth/login', ADMIN)
    const headers = { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'multipart/form-data; boundary=xx' }
    const before = peakMb(octavo.pid())
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, () => upload(`${octavo.url}/api/v1/user/avatar`, headers)),
    )
    // Not a picture.
    expect(statuses).toEqual(statuses.map(() => 400))
    expect(peakMb(octavo.pid()) - before).toBeLessThan(MEGABYTES * 40)
  } finally {
    await octavo.stop()
  }
})
