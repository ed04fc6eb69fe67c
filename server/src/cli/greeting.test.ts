import { afterAll, expect, test } from 'bun:test'
import { temporaryFolder } from '../../../tests/kit/paths'
import { loadConfig } from '../config'
import { greeting, ownSetupLink } from './greeting'

const folder = temporaryFolder('greeting')
afterAll(folder.remove)

function shown(baseUrl: string) {
  const environment = { OCTAVO_DATA_DIR: folder.path, OCTAVO_BASE_URL: baseUrl }
  const { config } = loadConfig({ environment, options: {}, cwd: folder.path })
  const address = { hostname: config.host, port: 8080 }
  const started = { folders: [], address, setupToken: 'secret', problem: null }
  const links = greeting(config, started).flatMap(line => line.match(/https?:\S+/g) ?? [])
  return { links, opened: ownSetupLink(config, started) }
}

test('behind a reverse proxy with a path, only the address of the proxy is shown and opened', () => {
  const setup = 'https://books.example.org/octavo/setup?token=secret'
  expect(shown('https://books.example.org/octavo')).toEqual({
    links: ['https://books.example.org/octavo', setup],
    opened: setup,
  })
})

test('without a path the local address is shown too, and opened', () => {
  const { links, opened } = shown('https://books.example.org')
  expect(links).toContain('https://books.example.org/setup?token=secret')
  expect(links).toContain('http://localhost:8080')
  expect(opened).toBe('http://localhost:8080/setup?token=secret')
})
