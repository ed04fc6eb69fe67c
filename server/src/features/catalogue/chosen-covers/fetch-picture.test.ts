// Server-side request forgery: web addresses that lead into the server's own network.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { LIMITS } from '../../../kernel/limits'
import { fetchPicture } from './fetch-picture'

const PICTURE = Buffer.from('a picture')
const ZEROS = Buffer.alloc(256 * 1024 ** 2)
/** Small answers that unpack to 256 MB. */
const PACKED: Readonly<Record<string, Uint8Array>> = {
  gzip: gzipSync(ZEROS),
  br: brotliCompressSync(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  zstd: zstdCompressSync(ZEROS),
}
let asked: string[] = []
let canary: ReturnType<typeof Bun.serve>

beforeAll(() => {
  canary = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      if (pathname === '/picture') return new Response(PICTURE)
      if (pathname === '/to-picture') return Response.redirect('/picture')
      if (pathname === '/loop') return Response.redirect('/loop')
      if (pathname === '/to-file')
        return new Response(null, { status: 302, headers: { location: 'file:///etc/passwd' } })
      if (pathname === '/to-nonsense') return new Response(null, { status: 302, headers: { location: 'http://[::1' } })
      if (pathname === '/to-cloud') {
        return new Response(null, { status: 302, headers: { location: 'http://169.254.169.254/latest' } })
      }
      if (pathname === '/to-inside') {
        return new Response(null, { status: 302, headers: { location: 'http://inside.test/secret' } })
      }
      if (pathname.startsWith('/packed-')) {
        const encoding = pathname.slice('/packed-'.length)
        return new Response(Buffer.from(PACKED[encoding] ?? []), { headers: { 'content-encoding': encoding } })
      }
      if (pathname === '/endless') {
        const chunk = new Uint8Array(1024 ** 2)
        return new Response(new ReadableStream({ pull: controller => controller.enqueue(chunk) }))
      }
      return new Response('none', { status: 404 })
    },
  })
})
afterAll(() => canary.stop(true))

const lookup = async (name: string) => (name === 'inside.test' ? ['10.0.0.1'] : ['127.0.0.1'])
const at = (path: string) => `http://pictures.test:${canary.port}${path}`
/** As if the canary had a public address. */
const asWorld = (path: string) => fetchPicture(at(path), { lookup, mayBeHome: true })

test('the image at an address is fetched, also behind redirects', async () => {
  expect(Buffer.from(await asWorld('/picture'))).toEqual(PICTURE)
  expect(Buffer.from(await asWorld('/to-picture'))).toEqual(PICTURE)
})

test('no address of the own machine or network is asked, however it is written', async () => {
  asked = []
  const port = canary.port
  const addresses = [
    ...[`http://127.0.0.1:${port}/picture`, `http://localhost:${port}/picture`, `http://127.1:${port}/picture`],
    ...[`http://0x7f000001:${port}/picture`, `http://2130706433:${port}/picture`, `http://[::1]:${port}/picture`],
    ...[`http://[::ffff:127.0.0.1]:${port}/picture`, `http://0.0.0.0:${port}/picture`, 'http://192.168.0.1/'],
    ...['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data', 'http://[fe80::1]/', 'http://[fd00:ec2::254]/'],
    ...['file:///etc/passwd', 'ftp://example.org/x', 'data:image/png;base64,AAAA', 'javascript:alert(1)', '//x', ''],
    ...[`http://user:password@127.0.0.1:${port}/picture`],
  ]
  for (const address of addresses) await expect(fetchPicture(address)).rejects.toThrow()
  await expect(fetchPicture(at('/picture'), { lookup })).rejects.toThrow('Nothing can be fetched')
  expect(asked).toEqual([])
})

test('a name is resolved once: DNS that changes between check and request leads nowhere', async () => {
  let times = 0
  const rebinding = async () => (times++ === 0 ? ['127.0.0.1'] : ['169.254.169.254'])
  expect(Buffer.from(await fetchPicture(at('/picture'), { lookup: rebinding, mayBeHome: true }))).toEqual(PICTURE)
  expect(times).toBe(1)
})

test('a redirect leads nowhere that the address itself could not', async () => {
  asked = []
  await expect(asWorld('/to-cloud')).rejects.toThrow('Nothing can be fetched')
  await expect(asWorld('/to-file')).rejects.toThrow('Not a web address')
  await expect(asWorld('/to-nonsense')).rejects.toThrow('Not a web address')
  await expect(asWorld('/loop')).rejects.toThrow('Too many redirects')
  const some = async (name: string) => (name === 'pictures.test' ? ['127.0.0.1'] : ['fe80::1'])
  await expect(fetchPicture(at('/to-inside'), { lookup: some, mayBeHome: true })).rejects.toThrow('Nothing can')
  expect(asked.includes('/secret')).toBe(false)
})

test('an endless answer ends at the limit, and an error is one', async () => {
  await expect(asWorld('/endless')).rejects.toThrow(`larger than ${LIMITS.covers.uploadBytes} bytes`)
  await expect(asWorld('/none')).rejects.toThrow('status 404')
})

test.each(Object.keys(PACKED))('an answer packed by %s is not unpacked', async encoding => {
  await expect(asWorld(`/packed-${encoding}`)).rejects.toThrow('compressed file')
})
