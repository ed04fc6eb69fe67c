import { expect, test } from 'bun:test'
import { isOutOfWatches, silentType } from './method.rules'

const root = { point: '/', type: 'ext4' }

test('a local disk sends events, a share does not', () => {
  expect(silentType('/books', [root])).toBeNull()
  expect(silentType('/books', [])).toBeNull()
  for (const type of ['nfs', 'nfs4', 'cifs', 'smb3', '9p', 'fuse.sshfs', 'fuse.mergerfs', 'virtiofs', 'vboxsf']) {
    expect(silentType('/books', [root, { point: '/books', type }])).toBe(type)
  }
  for (const type of ['ext4', 'xfs', 'btrfs', 'zfs', 'fuseblk', 'exfat', 'overlay', 'tmpfs', 'apfs']) {
    expect(silentType('/books', [root, { point: '/books', type }])).toBeNull()
  }
})

test('it is the disk that holds the folder that counts, and those inside it', () => {
  const share = { point: '/mnt', type: 'nfs4' }
  expect(silentType('/mnt/local/books', [root, share, { point: '/mnt/local', type: 'xfs' }])).toBeNull()
  expect(silentType('/books', [root, { point: '/books/shared', type: 'cifs' }])).toBe('cifs')
  expect(silentType('/mnt/books', [share, root])).toBe('nfs4')
})

test('no room for watches is distinct from other problems', () => {
  expect(isOutOfWatches(Object.assign(new Error(), { code: 'ENOSPC' }))).toBe(true)
  expect(isOutOfWatches(Object.assign(new Error(), { code: 'EACCES' }))).toBe(false)
})
