import { expect, test } from 'bun:test'
import type { SettingDto } from '../../api/types'
import { changesOf, drafted, found as foundByWords, inGroups, unitNameOf } from './settings.rules'

const setting = (key: string, rest: Partial<SettingDto> = {}) =>
  ({
    key,
    category: key.split('.')[0],
    description: 'Task',
    value: '5',
    changeable: true,
    ...rest,
  }) as SettingDto

const all = [
  setting('port', { category: 'server', changeable: false, environmentName: 'OCTAVO_PORT' }),
  setting('rate_limit.anonymous_burst', { description: 'Requests at once' }),
  setting('application.name', { value: 'Tide' }),
]
const found = (settings: SettingDto[], words: string) =>
  foundByWords(settings, words, ({ key }) => (key === 'port' ? 'Anschluss des Servers' : ''))
const keys = (settings: readonly SettingDto[]) => settings.map(({ key }) => key)

test('each word of a search may match the name, the words, the value or the variable', () => {
  expect(keys(found(all, ''))).toEqual(keys(all))
  expect(keys(found(all, 'rate LIMIT'))).toEqual(['rate_limit.anonymous_burst'])
  expect(keys(found(all, 'requests burst'))).toEqual(['rate_limit.anonymous_burst'])
  expect(keys(found(all, 'octavo_port'))).toEqual(['port'])
  expect(keys(found(all, 'tide'))).toEqual(['application.name'])
  expect(keys(found(all, 'server anschluss'))).toEqual(['port'])
  expect(found(all, 'tide burst')).toEqual([])
})

test('a typing error, an accent or a hyphen does not hide a setting', () => {
  const about = (text: string) => (words: string) => foundByWords([setting('x')], words, () => text).length
  const size = about('Größe der Miniaturen: Thumbnails per e-mail')
  for (const words of ['thumnail', 'thumbnial', 'große', 'GRÖßE', 'email', 'minaturen thumb', 'thumbnails größe'])
    expect([words, size(words)]).toEqual([words, 1])
  for (const words of ['tum', 'thummmnale', 'cover', 'thumnail cover']) expect([words, size(words)]).toEqual([words, 0])
  // What matches as typed is not mixed with what nearly does.
  expect(keys(found([setting('port'), setting('part')], 'port'))).toEqual(['port'])
})

test('a pasted text is searched at once', () => {
  const settings = Array.from({ length: 150 }, (_, at) =>
    setting(`a.b${at}`, { description: 'size of all '.repeat(20) }),
  )
  const began = performance.now()
  expect(found(settings, 'ab'.repeat(50_000))).toEqual([])
  expect(performance.now() - began).toBeLessThan(1_000)
})

test('what can be changed comes first', () => {
  expect(inGroups(all).map(([group]) => group)).toEqual(['application', 'rate_limit', 'server'])
  const pair = [setting('auth.key', { changeable: false }), setting('auth.days')]
  expect(inGroups(pair).map(([, group]) => keys(group))).toEqual([['auth.days', 'auth.key']])
})

test('a number says what it counts', () => {
  const units = [
    'audit.retention_days',
    'page_cache_mb',
    'limits.ratio',
    'limits.image_side',
    'port',
    'traces_percent',
  ].map(unitNameOf)
  expect(units).toEqual(['days', 'mb', 'times', 'pixels', null, 'percent'])
})

test('only inputs that make a difference are changes', () => {
  const settings = [
    setting('own', { origin: 'changed', defaultValue: '7' }),
    setting('untouched', { origin: 'default', defaultValue: '5' }),
    setting('pinned', { changeable: false, origin: 'environment' }),
  ]
  const changes = (entered: [string, string | null][]) =>
    changesOf(settings, new Map(entered)).map(({ setting: { key }, value, after }) => [key, value, after])
  expect(changes([])).toEqual([])
  expect(
    changes([
      ['own', '6'],
      ['untouched', '5'],
      ['pinned', '6'],
      ['gone', '6'],
    ]),
  ).toEqual([['own', '6', '6']])
  expect(
    changes([
      ['own', null],
      ['untouched', null],
    ]),
  ).toEqual([['own', null, '7']])
  expect([...drafted(drafted(drafted(new Map(), 'a', '1'), 'b', null), 'a', undefined)]).toEqual([['b', null]])
})
