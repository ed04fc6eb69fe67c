import { expect, test } from 'bun:test'
import type { AppError } from '../kernel/app-error'
import { uploadedFile } from './upload'

const MOST = 20 * 1024 * 1024

function upload(body: string, type = 'multipart/form-data; boundary=xx', most = MOST): Promise<Blob> {
  const request = new Request('http://localhost/', { method: 'POST', body, headers: { 'Content-Type': type } })
  return uploadedFile(request, ['file', 'cover'], most)
}

const part = (name: string, content: string) =>
  `--xx\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\n${content}\r\n`

test.each(['multipart/form-data; boundary=xx', 'Multipart/Form-Data; charset=utf-8; Boundary="xx"'])(
  'the first part with a file is it: %s',
  async type => {
    const file = await upload(`${part('other', 'no')}${part('cover', 'yes')}--xx--\r\n`, type)
    expect(await file.text()).toBe('yes')
  },
)

test('an empty file, and one above the limit, are refused with a reason and the limit in megabytes', async () => {
  const factsOf = (body: string) => upload(body, undefined, 2_000_000).catch((error: AppError) => error.facts)
  expect(await factsOf(`${part('file', '')}--xx--\r\n`)).toEqual({ reason: 'file_empty', path: 'file' })
  for (const bytes of [2_000_001, 3_000_000]) {
    expect(await factsOf(`${part('file', 'x'.repeat(bytes))}--xx--\r\n`)).toMatchObject({ reason: 'too_large', max: 2 })
  }
})

test('a form with too many parts or an endless header is refused before it is parsed', async () => {
  await expect(upload(`${part('a', '').repeat(100_000)}--xx--\r\n`)).rejects.toThrow('more than 16 parts')
  await expect(upload(`--xx\r\n${'A: b\r\n'.repeat(1_000_000)}\r\nx\r\n--xx--\r\n`)).rejects.toThrow('cannot be read')
})

test.each(['multipart/form-data', 'multipart/form-data; boundary=', `multipart/form-data; boundary=${'x'.repeat(71)}`])(
  'a form without a boundary that may be is refused: %s',
  type => expect(upload(part('file', 'x'), type)).rejects.toThrow('cannot be read'),
)

test('if two boundaries are declared, the checked one is parsed', async () => {
  const body = `${part('file', 'yes')}--xx--\r\n`
  expect(await (await upload(body, 'multipart/form-data; boundary=xx; boundary=yy')).text()).toBe('yes')
})
