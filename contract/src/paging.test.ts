import { expect, test } from 'bun:test'
import { PageQuery } from './paging'

test('what is no page is refused in words that say what one is', () => {
  for (const page of ['-1', 'abc', '1e9', '1.5', '99999999999999999999', '']) {
    const { error } = PageQuery.safeParse({ page })
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['page'], 'Must be a whole number of 0 or more'],
    ])
  }
})

test('absent or 0 is the default, and a larger size than the largest is that', () => {
  expect(PageQuery.parse({})).toEqual({ page: 1, pageSize: 50 })
  expect(PageQuery.parse({ page: '0', pageSize: '0' })).toEqual({ page: 1, pageSize: 50 })
  expect(PageQuery.parse({ page: '1000000000', pageSize: '1000000000' })).toEqual({
    page: 1_000_000_000,
    pageSize: 500,
  })
})
