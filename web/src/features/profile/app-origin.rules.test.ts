import { expect, test } from 'bun:test'
import { exampleAddress, originForApps } from './app-origin.rules'

test('other devices reach the configured address, else that of the page unless it is of this computer', () => {
  const at = (origin: string, configured: string | null = null) => originForApps({ origin }, configured)
  expect(at('http://192.168.1.2:8080')).toBe('http://192.168.1.2:8080')
  expect(at('http://nas.lan', 'https://books.example.org')).toBe('https://books.example.org')
  expect(at('http://localhost:8080', 'https://books.example.org')).toBe('https://books.example.org')
  expect(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'].map(origin => at(origin))).toEqual([
    null,
    null,
    null,
  ])
  expect(at('http://127.0.0.1:8080', 'http://localhost:9000')).toBeNull()
})

test('the example has the port of the page', () => {
  expect(exampleAddress({ protocol: 'http:', port: '8080' })).toBe('http://192.168.1.20:8080')
  expect(exampleAddress({ protocol: 'https:', port: '' })).toBe('https://192.168.1.20')
})
