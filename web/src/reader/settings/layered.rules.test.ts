import { expect, test } from 'bun:test'
import { isBoolean, layered, oneOf, readLayer, within } from './layered.rules'

const standard = { direction: 'ltr', double: false, size: 100 }
const allowed = { direction: oneOf(['ltr', 'rtl']), double: isBoolean, size: within(50, 200) }

test('later layers win, and only where they say something', () => {
  expect(layered(standard, { double: true }, { direction: 'rtl', double: undefined })).toEqual({
    direction: 'rtl',
    double: true,
    size: 100,
  })
})

test('a stored layer keeps valid values and drops the rest', () => {
  expect(readLayer('{"direction":"rtl","double":"yes","size":900,"other":1}', allowed)).toEqual({ direction: 'rtl' })
  expect(readLayer('{"size":80}', allowed)).toEqual({ size: 80 })
  for (const rubbish of ['', 'null', '[]', '7', '{', null]) expect(readLayer(rubbish, allowed)).toEqual({})
})
