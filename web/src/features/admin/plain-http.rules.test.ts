import { expect, test } from 'bun:test'
import { isReadOnTheWay } from './plain-http.rules'

test('plain HTTP can be read by others unless it stays on one computer', () => {
  const at = (address: string) => isReadOnTheWay(new URL(address) as unknown as Location)
  expect(['http://192.168.1.2:8080', 'http://nas.lan', 'http://[fd00::1]:8080'].map(at)).toEqual([true, true, true])
  expect(['https://nas.lan', 'http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080'].map(at)).toEqual([
    ...Array(4).fill(false),
  ])
})
