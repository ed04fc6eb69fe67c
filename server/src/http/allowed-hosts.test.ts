import { expect, test } from 'bun:test'
import { isAllowedHost } from './allowed-hosts'

test('a server with allowed hosts answers to these, to IP addresses and to local names', () => {
  const names = ['books.example.org', '*.home.example']
  const base = 'https://Shelf.example.org/octavo'
  for (const host of [
    ...['books.example.org', 'Books.Example.ORG:8080', 'books.example.org.', 'nas.home.example', 'shelf.example.org'],
    ...['localhost:8080', 'x.localhost', '127.0.0.1:8080', '192.168.1.9', '[::1]:8080', '[2001:db8::1]'],
  ]) {
    expect([host, isAllowedHost(host, names, base)]).toEqual([host, true])
  }
  for (const host of ['evil.example', 'home.example', 'books.example.org.evil.example', 'notlocalhost', '']) {
    expect([host, isAllowedHost(host, names, base)]).toEqual([host, false])
  }
  expect(isAllowedHost('evil.example', [], base)).toBe(true)
})
