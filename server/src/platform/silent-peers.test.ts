import { expect, test } from 'bun:test'
import { silentPortsIn } from './silent-peers'

// Lines of Linux 6: number, own end, other end, state, queues, timer, retries and what is not looked at.
const line = (own: string, other: string, state: string, queues: string, retries: string) =>
  `   1: ${own} ${other} ${state} ${queues} 01:00000A2C ${retries}     0        0 2457 2 00000000c2b1 20 4 30 10 -1`

const SERVER = '0100007F:1F90'
const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'

test('an end that acknowledges nothing is silent; one that is slow, idle or gone in order is not', () => {
  const list = [
    HEAD,
    line('00000000:1F90', '00000000:0000', '0A', '00000000:00000000', '00000000'),
    line(SERVER, '0100007F:C001', '01', '00000016:00000000', '00000005'),
    line(SERVER, '0100007F:C002', '01', '00000016:00000000', '00000002'),
    line(SERVER, '0100007F:C003', '01', '00000000:00000000', '00000000'),
    line(SERVER, '0100007F:C004', '04', '00000016:00000000', '00000006'),
    line(
      '00000000000000000000000001000000:1F90',
      '00000000000000000000000001000000:C005',
      '01',
      '0000002C:00000000',
      '0000000A',
    ),
    '',
  ]
  expect(silentPortsIn(list.join('\n'))).toEqual(new Set([0xc001, 0xc005]))
})

test('a port that a live connection has too is left alone', () => {
  const list = [
    line(SERVER, '0200A8C0:C001', '01', '00000016:00000000', '00000008'),
    line(SERVER, '0300A8C0:C001', '01', '00000000:00000000', '00000000'),
  ]
  expect(silentPortsIn(list.join('\n'))).toEqual(new Set())
})
