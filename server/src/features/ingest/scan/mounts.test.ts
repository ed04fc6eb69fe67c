import { afterAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../../../../tests/kit/paths'
import { inodesStableIn, mountsAround, placeOf } from './mounts'

const folder = temporaryFolder('mounts')
afterAll(() => folder.remove())

const LINES = [
  '22 27 0:21 / / rw,relatime shared:1 - overlay overlay rw',
  '30 22 8:1 / /srv rw,noatime shared:2 - ext4 /dev/sda1 rw',
  '31 30 0:50 / /srv/comics/NAS\\040one rw - nfs4 nas:/one rw',
  '32 30 0:51 / /srv/comics/Old rw - ext4 /dev/sdb1 rw',
  '33 30 0:52 / /srv/comics/Old rw - cifs //pc/old rw',
  '34 30 0:53 / /srv/comics-too rw - ext4 /dev/sdc1 rw',
]

test('finds the mount of a library and those below it, the topmost at each path', async () => {
  const table = join(folder.path, 'mountinfo')
  writeFileSync(table, `${LINES.join('\n')}\n`)
  expect(await mountsAround('/srv/comics', table)).toEqual([
    { point: '/', type: 'overlay' },
    { point: '/srv', type: 'ext4' },
    { point: '/srv/comics/NAS one', type: 'nfs4' },
    { point: '/srv/comics/Old', type: 'cifs' },
  ])
  expect(await mountsAround('/home/books', table)).toEqual([{ point: '/', type: 'overlay' }])
})

test('finds no mount if the system does not list them', async () => {
  expect(await mountsAround('/srv/comics', join(folder.path, 'none'))).toEqual([])
})

test('names the part of a library that is on a mount', () => {
  const places = ['/srv/comics/Old', '/srv/comics', '/srv', '/'].map(point => placeOf(point, '/srv/comics'))
  expect(places).toEqual(['Old', '', '', ''])
})

test('trusts inodes depending on the type of the file system', () => {
  const mounts = [
    { point: '/srv', type: 'ext4' },
    { point: '/srv/comics/pool', type: 'fuse.mergerfs' },
    { point: '/srv/comics/pool/nas', type: 'nfs4' },
    { point: '/srv/comics/pc', type: 'cifs' },
  ]
  const stable = inodesStableIn('/srv/comics', mounts)
  expect(['1.cbz', 'pool/1.cbz', 'pool/nas/1.cbz', 'pc/a/1.cbz', 'pool of mine/1.cbz'].map(stable)).toEqual([
    ...[true, false, true, false, true],
  ])
  expect(inodesStableIn('/srv/comics', [])('1.cbz')).toBe(true)
  const overlay = [{ point: '/', type: 'overlay' }]
  expect(inodesStableIn('/srv/comics', overlay)('1.cbz')).toBe(false)
})
