import { expect, test } from 'bun:test'
import { newTraceId, readTraceparent } from './trace-context'

// Examples of https://www.w3.org/TR/trace-context/
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test('reads traceparent of this version and of later ones', () => {
  expect(readTraceparent(`00-${TRACE}-${SPAN}-01`)).toEqual({ traceId: TRACE, spanId: SPAN, sampled: true })
  expect(readTraceparent(`00-${TRACE}-${SPAN}-00`)).toEqual({ traceId: TRACE, spanId: SPAN, sampled: false })
  expect(readTraceparent(`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`)?.traceId).toBe(TRACE)
})

test('ignores invalid headers', () => {
  for (const header of [
    null,
    '',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-01${' '.repeat(300)}`,
    `00-${TRACE.slice(1)}-${SPAN}-01`,
  ]) {
    expect(readTraceparent(header)).toBeNull()
  }
})

test('makes ids of the right length', () => {
  expect(newTraceId()).toMatch(/^[0-9a-f]{32}$/)
})
