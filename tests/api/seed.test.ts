// Users, settings and libraries of a YAML file, at the start of a server and by a command.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { SettingDto } from '@octavo/contract/setting'
import { client } from '../kit/client'
import { commandsIn } from '../kit/commands'
import { temporaryFolder } from '../kit/paths'
import { freshPostgres } from '../kit/postgres'
import { startOctavo } from '../kit/server'
import { DATABASES } from './people'

setDefaultTimeout(90_000)

const PASSWORD = 'A sentence of its own 1!'

for (const database of DATABASES) {
  describe(`a seed on ${database}`, () => {
    const folder = temporaryFolder('seed')
    const at = (name: string) => join(folder.path, name)
    afterAll(() => folder.remove())

    test('is applied once, at the start, and does not change existing entries', async () => {
      mkdirSync(at('Comics'))
      writeFileSync(at('secret'), `${PASSWORD}\n`)
      const hash = await Bun.password.hash(PASSWORD, { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 })
      writeFileSync(
        at('seed.yaml'),
        `
users:
  - { username: ada, email: ada@example.org, role: admin, passwordFile: secret }
  - { username: ben, email: ben@example.org, passwordEnv: BENS_PASSWORD }
  - username: cleo
    email: cleo@example.org
    role: maintainer
    passwordHash: ${hash}
settings:
  application.name: Our books
  # Pinned by the environment of this server.
  watch.enabled: true
libraries:
  - name: Comics
    path: ${at('Comics')}
`,
      )
      const env = { OCTAVO_SEED: at('seed.yaml'), BENS_PASSWORD: PASSWORD }
      const octavo = await startOctavo({ database, env })
      try {
        const signIn = async (username: string) => {
          const given = await octavo.anonymous.post<{ accessToken: string; user: { role: string } }>(
            '/api/v1/auth/login',
            { username, password: PASSWORD },
          )
          return { role: given.user.role, as: client(octavo.url, { authorization: `Bearer ${given.accessToken}` }) }
        }
        const [ada, ben, cleo] = [await signIn('ada'), await signIn('ben'), await signIn('cleo')]
        expect([ada.role, ben.role, cleo.role]).toEqual(['admin', 'reader', 'maintainer'])
        const names = async () =>
          (await ada.as.get<{ data: LibraryDto[] }>('/api/v1/libraries')).data.map(({ name }) => name)
        const serverName = async () => (await ada.as.get<SettingDto>('/api/v1/admin/settings/application.name')).value
        expect([await names(), await serverName()]).toEqual([['Comics'], 'Our books'])
        await ada.as.put('/api/v1/admin/settings/application.name', { value: 'Mine' })
        const renamed = await ben.as.fetch('/api/v1/user', {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username: 'benjamin', currentPassword: PASSWORD }),
        })
        expect(renamed.status).toBe(200)
        await octavo.restart()
        expect([await names(), await serverName()]).toEqual([['Comics'], 'Mine'])
        // An unmounted disk does not prevent a start.
        renameSync(at('Comics'), at('Unmounted'))
        await octavo.restart()
        expect(await names()).toEqual(['Comics'])
        renameSync(at('Unmounted'), at('Comics'))
        expect(octavo.log().split('seed applied')).toHaveLength(2)
      } finally {
        await octavo.stop()
      }
    })

    test('is applied by the command, and errors name their line', async () => {
      const postgres = database === 'postgres' ? await freshPostgres() : null
      const env = { OCTAVO_DATA_DIR: at('data'), ...(postgres && { OCTAVO_DATABASE_URL: postgres.url }) }
      const command = commandsIn(folder.path)
      const seed = (text: string) => {
        writeFileSync(at('other.yaml'), text)
        return command(['seed', 'other.yaml'], { env })
      }
      writeFileSync(at('secret'), `${PASSWORD}\n`)
      const good = 'users:\n  - { username: ada, email: ada@example.org, passwordFile: secret }\n'
      expect(await seed(good)).toMatchObject({ code: 0, out: 'Created: 1 users, 0 libraries. Settings changed: 0.\n' })
      expect(await seed(good)).toMatchObject({ code: 0, out: 'Created: 0 users, 0 libraries. Settings changed: 0.\n' })
      const { code, err } = await seed('libraries:\n  - name: Gone\n    path: /not/there\n')
      expect([code, err]).toEqual([
        1,
        expect.stringContaining('other.yaml, line 2: libraries[0]: The folder /not/there'),
      ])
      await postgres?.drop()
    })
  })
}
