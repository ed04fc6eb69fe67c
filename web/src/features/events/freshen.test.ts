import '../../messages/no-browser'
import { afterEach, expect, test } from 'bun:test'
import { QueryObserver } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client'
import { freshen } from './freshen'

Object.assign(document, { hidden: false })
const shown: (() => void)[] = []
afterEach(() => {
  for (const hide of shown.splice(0)) hide()
  queryClient.clear()
})

/** Shows a query whose requests the test answers one by one. */
function show(queryKey: readonly string[]) {
  const waiting: ((request: { answer: (data: unknown) => void }) => void)[] = []
  const requests: { answer: (data: unknown) => void }[] = []
  const queryFn = () =>
    new Promise<unknown>(answer => {
      const take = waiting.shift()
      if (take) take({ answer })
      else requests.push({ answer })
    })
  const observer = new QueryObserver(queryClient, { queryKey, queryFn })
  shown.push(observer.subscribe(() => undefined))
  return async () => requests.shift() ?? new Promise<{ answer: (data: unknown) => void }>(take => waiting.push(take))
}

test('a change of a book is not lost if the first answer with the book is still on its way', async () => {
  const list = show(['books', 'list'])
  const other = show(['libraries'])
  ;(await other()).answer([])
  const before = await list()
  freshen([{ key: ['books', 'list'], about: 'b1' }, { key: ['libraries'] }])
  // The change has been handled: what else it concerns is requested again.
  ;(await other()).answer([])
  before.answer([{ id: 'b1', title: 'Old' }])
  const after = await list()
  after.answer([{ id: 'b1', title: 'New' }])
})

test('a list whose pending answer turns out to be without the book is not requested again', async () => {
  const list = show(['books', 'list'])
  const other = show(['libraries'])
  ;(await other()).answer([])
  const first = await list()
  freshen([{ key: ['books', 'list'], about: 'b1' }, { key: ['libraries'] }])
  ;(await other()).answer([])
  first.answer([{ id: 'b2' }])
  freshen([{ key: ['libraries'] }])
  ;(await other()).answer([])
  expect(queryClient.getQueryState(['books', 'list'])?.fetchStatus).toBe('idle')
  expect(queryClient.getQueryData<unknown>(['books', 'list'])).toEqual([{ id: 'b2' }])
})
