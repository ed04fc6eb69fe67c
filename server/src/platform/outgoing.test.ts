import { expect, test } from 'bun:test'
import { allowedAddresses, fetchAt, reachOf } from './outgoing'

test('addresses are classified in every notation', () => {
  const reaches = {
    world: ['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808', '172.32.0.1'],
    home: [
      ...['127.0.0.1', '127.8.9.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '::1'],
      ...['fd12::1', 'fc00::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:192.168.1.1', '64:ff9b::a00:1'],
      ...['2002:7f00:1::', '2002:c0a8:101::1', '::127.0.0.1'],
    ],
    nowhere: [
      ...['169.254.169.254', '169.254.0.1', '0.0.0.0', '0.1.2.3', '224.0.0.1', '255.255.255.255', '198.18.0.1', '::'],
      ...['fe80::1', 'fe80::1%eth0', 'ff02::1', 'fd00:ec2::254', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe'],
      ...[
        '64:ff9b::a9fe:a9fe',
        '2002:a9fe:a9fe::',
        '::ffff:0.0.0.0',
        '100.100.100.200',
        '168.63.129.16',
        'not an address',
        '',
      ],
      ...['64:ff9b:1::7f00:1', '::ffff:0:7f00:1', '::ffff:0:a00:1', '2001:db8::1', '3fff::1'],
    ],
  }
  for (const [reach, addresses] of Object.entries(reaches)) {
    expect(addresses.map(address => [address, reachOf(address) as string])).toEqual(addresses.map(a => [a, reach]))
  }
})

test('unusual notations of an address are recognised', async () => {
  for (const odd of ['0x7f.1', '2130706433', '0177.0.0.1', '127.1', '[::ffff:7f00:1]']) {
    const { hostname } = new URL(`http://${odd}/`)
    await expect(allowedAddresses(hostname, false)).rejects.toThrow('in the local network')
  }
})

test('a name with an allowed and a forbidden address is refused, and so is one without an address', async () => {
  const names: Record<string, string[]> = { both: ['93.184.216.34', '10.0.0.1'], cloud: ['169.254.169.254'], none: [] }
  const lookup = async (name: string) => names[name] ?? []
  await expect(allowedAddresses('both', false, lookup)).rejects.toThrow('in the local network')
  await expect(allowedAddresses('cloud', true, lookup)).rejects.toThrow('which is not allowed')
  await expect(allowedAddresses('none', true, lookup)).rejects.toThrow('has no address')
  expect(await allowedAddresses('both', true, lookup)).toEqual(['93.184.216.34', '10.0.0.1'])
})

test('a request goes to a checked address with its host name, and to the next one if it does not answer', async () => {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: request => new Response(request.headers.get('host')),
  })
  const url = new URL(`http://no-such-name.test:${server.port}/x`)
  const answer = await fetchAt(['127.0.0.2', '127.0.0.1'], url, {})
  expect(await answer.text()).toBe(url.host)
  await server.stop(true)
})
