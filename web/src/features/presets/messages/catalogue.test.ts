import { expect, test } from 'bun:test'
import type { Message } from '../../../messages/catalogue'
import { de } from './de'
import { en } from './en'

const placesIn = (message: Message): string[] => {
  const text = typeof message === 'string' ? message : Object.values(message).join(' ')
  return [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
}

test('German has every message of saved filters, with the same places, none empty', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort())
  for (const [key, message] of Object.entries(en)) {
    const german: Message = de[key as keyof typeof de]
    expect([key, placesIn(german)]).toEqual([key, placesIn(message)])
    const both: Message[] = [message, german]
    for (const text of both.flatMap(one => (typeof one === 'string' ? [one] : Object.values(one)))) {
      expect([key, text.trim().length > 0]).toEqual([key, true])
    }
  }
})
