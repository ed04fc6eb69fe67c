import { expect, test } from 'bun:test'
import { PageQuery } from './paging'

test('an invalid page number is refused with a sentence that explains valid ones', () => {
  for (const page of ['-1', 'abc', '1e9', '1.5', '99999999999999999999', '']) {
    const { error } = PageQuery.safeParse({ page })
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['page'], 'Must be a whole number of 0 or more'],
    ])
  }
})

test('a missing size or 0 means the default, and a size above the maximum means the maximum', () => {
  expect(PageQuery.parse({})).toEqual({ page: 1, pageSize: 50 })
  expect(PageQuery.parse({ page: '0', pageSize: '0' })).toEqual({ page: 1, pageSize: 50 })
  expect(PageQuery.parse({ page: '1000000000', pageSize: '1000000000' })).toEqual({
    page: 1_000_000_000,
    pageSize: 500,
  })
})
