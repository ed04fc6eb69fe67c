import { expect, test } from 'bun:test'
import { defaultDataDir } from './env'

test.each([
  ['linux', { HOME: '/home/ada' }, '/home/ada/.local/share/octavo'],
  ['linux', { HOME: '/home/ada', XDG_DATA_HOME: '/data' }, '/data/octavo'],
  ['linux', { HOME: '/home/ada', XDG_DATA_HOME: '' }, '/home/ada/.local/share/octavo'],
  ['darwin', { HOME: '/Users/ada' }, '/Users/ada/Library/Application Support/Octavo'],
] as const)('on %s with %p the data folder is %s', (platform, environment, expected) => {
  expect(defaultDataDir(environment, platform)).toBe(expected)
})
