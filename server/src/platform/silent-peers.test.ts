import { expect, test } from 'bun:test'
import { silentPeersIn } from './silent-peers'

// Lines of Linux 6: number, local address, remote address, state, queues, timer, retries and further columns.
const line = (own: string, other: string, state: string, queues: string, retries: string) =>
  `   1: ${own} ${other} ${state} ${queues} 01:00000A2C ${retries}     0        0 2457 2 00000000c2b1 20 4 30 10 -1`

const SERVER = '0100007F:1F90'
const HEAD = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'

test('a peer that acknowledges nothing is silent; a slow, idle or disconnected one is not', () => {
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
  const isSilent = silentPeersIn(list.join('\n'))
  const here = (port: number) => isSilent({ address: '127.0.0.1', port })
  expect([0xc001, 0xc002, 0xc003, 0xc004].map(here)).toEqual([true, false, false, false])
  expect([isSilent({ address: '::1', port: 0xc005 }), here(0xc005)]).toEqual([true, false])
})

test('the same port of another address is another peer', () => {
  const list = [
    line(SERVER, '0200A8C0:C001', '01', '00000016:00000000', '00000008'),
    line(SERVER, '0300A8C0:C001', '01', '00000000:00000000', '00000000'),
    line(SERVER, 'B80D0120000000000000000001020304:C001', '01', '00000016:00000000', '00000008'),
    line(SERVER, '0000000000000000FFFF00000400A8C0:C001', '01', '00000016:00000000', '00000008'),
  ]
  const isSilent = silentPeersIn(list.join('\n'))
  const addresses = ['192.168.0.2', '192.168.0.3', '2001:db8::403:201', '::ffff:192.168.0.4', '192.168.0.4']
  expect(addresses.map(address => isSilent({ address, port: 0xc001 }))).toEqual([true, false, true, true, true])
})

test('a peer that also has a live connection is left alone', () => {
  const list = [
    line(SERVER, '0200A8C0:C001', '01', '00000016:00000000', '00000008'),
    line('0101A8C0:1F90', '0200A8C0:C001', '01', '00000000:00000000', '00000000'),
  ]
  expect(silentPeersIn(list.join('\n'))({ address: '192.168.0.2', port: 0xc001 })).toBe(false)
})
