import { expect, test } from 'bun:test'
import { typedEarly } from './typed-early.rules'

const press = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false })
const typed = (...keys: string[]) => typedEarly(keys.map(key => press(key)))

test('letters after the opening key are the text', () => {
  expect(typed('ArrowDown', '/', 'Shift', 'S', 'e', 'x', 'Backspace', 'a', '/')).toEqual({ text: 'Sea/', enter: false })
})
test('Enter ends the text', () => {
  expect(typed('/', 'a', 'Enter', 'b')).toEqual({ text: 'a', enter: true })
})
test('commands are no text', () => {
  expect(typedEarly([press('k', true), press('k', true), press('a')])).toEqual({ text: 'a', enter: false })
})
test('without an opening key there is no text', () => {
  expect(typed('a', 'Enter')).toEqual({ text: '', enter: false })
})
