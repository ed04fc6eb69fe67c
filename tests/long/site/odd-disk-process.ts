// A file system in user space that shows a folder, and errs or folds names on request. A program of its own, so that
// it can be stopped (SIGSTOP) like a server that does not answer.
//   bun odd-disk-process.ts FOLDER MOUNT-POINT ORDERS LOG exact|folding
// Reads the kernel's protocol from /dev/fuse (linux/fuse.h, version 7.31) without a library. Files cannot be written.
import { dlopen, FFIType, ptr } from 'bun:ffi'
import { appendFileSync, closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const [folder = '', point = '', orders = '', log = '', kind = 'exact'] = process.argv.slice(2)
const EIO = 5
const ENOENT = 2
const ENOSYS = 38
const ROOT = 1n
/** The kernel keeps nothing: it asks each time. */
const KEEP_SECONDS = 0n

const paths = new Map<bigint, string>([[ROOT, '']])
const ids = new Map<string, bigint>([['', ROOT]])
const listings = new Map<bigint, readonly string[]>()
let lastHandle = 0n

function idOf(path: string): bigint {
  const known = ids.get(path)
  if (known !== undefined) return known
  const id = BigInt(ids.size + 1)
  ids.set(path, id)
  paths.set(id, path)
  return id
}

/** As HFS+ and most network shares of a Mac compare and show names. */
const folded = (name: string) => name.normalize('NFD').toLowerCase()
const shown = (name: string) => (kind === 'folding' ? name.normalize('NFD') : name)

/** The name that lies in the folder, for one that was asked for. */
function nameIn(parent: string, wanted: string): string | undefined {
  if (kind !== 'folding') return wanted
  return readdirSync(join(folder, parent)).find(name => folded(name) === folded(wanted))
}

class Refusal extends Error {
  constructor(readonly errno: number) {
    super(`errno ${errno}`)
  }
}

function pathOf(node: bigint): string {
  const path = paths.get(node)
  if (path === undefined) throw new Refusal(ENOENT)
  return path
}

function attributes(path: string): Buffer {
  const stat = lstatSync(join(folder, path), { bigint: true })
  const bytes = Buffer.alloc(88)
  for (const [at, value] of [stat.ino, stat.size, stat.blocks, stat.atimeNs, stat.mtimeNs, stat.ctimeNs].entries()) {
    bytes.writeBigUInt64LE(at < 3 ? value : value / 1_000_000_000n, at * 8)
  }
  for (const [at, value] of [stat.atimeNs, stat.mtimeNs, stat.ctimeNs].entries()) {
    bytes.writeUInt32LE(Number(value % 1_000_000_000n), 48 + at * 4)
  }
  for (const [at, value] of [stat.mode, stat.nlink, stat.uid, stat.gid, stat.rdev, 4096n].entries()) {
    bytes.writeUInt32LE(Number(value), 60 + at * 4)
  }
  return bytes
}

function lookUp(node: bigint, body: Buffer): Buffer {
  const parent = pathOf(node)
  const name = nameIn(parent, body.subarray(0, body.indexOf(0)).toString())
  if (name === undefined) throw new Refusal(ENOENT)
  const path = parent === '' ? name : `${parent}/${name}`
  const found = attributes(path)
  const head = Buffer.alloc(40)
  head.writeBigUInt64LE(idOf(path))
  head.writeBigUInt64LE(KEEP_SECONDS, 16)
  return Buffer.concat([head, found])
}

function handle(): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeBigUInt64LE(++lastHandle)
  return bytes
}

function openFolder(node: bigint): Buffer {
  const names = readdirSync(join(folder, pathOf(node)))
  const answer = handle()
  listings.set(lastHandle, names)
  return answer
}

function openFile(node: bigint): Buffer {
  const path = pathOf(node)
  appendFileSync(log, `${path}\n`)
  return handle()
}

function list(node: bigint, body: Buffer): Buffer {
  const names = listings.get(body.readBigUInt64LE()) ?? []
  const parts: Buffer[] = []
  let room = body.readUInt32LE(16)
  for (let at = Number(body.readBigUInt64LE(8)); at < names.length; at++) {
    const name = Buffer.from(shown(names[at] as string))
    const entry = Buffer.alloc(Math.ceil((24 + name.length) / 8) * 8)
    if (entry.length > room) break
    room -= entry.length
    entry.writeBigUInt64LE(BigInt(at + 1))
    entry.writeBigUInt64LE(BigInt(at + 1), 8)
    entry.writeUInt32LE(name.length, 16)
    // 0: the kernel asks what it is.
    entry.writeUInt32LE(typeOf(`${pathOf(node)}/${names[at]}`), 20)
    name.copy(entry, 24)
    parts.push(entry)
  }
  return Buffer.concat(parts)
}

function typeOf(path: string): number {
  try {
    return (lstatSync(join(folder, path)).mode >> 12) & 15
  } catch {
    return 0
  }
}

function read(node: bigint, body: Buffer): Buffer {
  const bytes = Buffer.alloc(body.readUInt32LE(16))
  const fd = openSync(join(folder, pathOf(node)), 'r')
  try {
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, Number(body.readBigUInt64LE(8))))
  } finally {
    closeSync(fd)
  }
}

function begin(): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.writeUInt32LE(7)
  bytes.writeUInt32LE(31, 4)
  bytes.writeUInt32LE(128 * 1024, 8)
  bytes.writeUInt16LE(16, 16)
  bytes.writeUInt16LE(12, 18)
  bytes.writeUInt32LE(128 * 1024, 20)
  bytes.writeUInt32LE(1, 24)
  return bytes
}

function roomLeft(): Buffer {
  const bytes = Buffer.alloc(80)
  bytes.writeUInt32LE(4096, 40)
  bytes.writeUInt32LE(255, 44)
  bytes.writeUInt32LE(4096, 48)
  return bytes
}

/** By the numbers of the kernel's operations; what is not here it does without. Null: no answer is wanted. */
const OPERATIONS: Readonly<Record<number, (node: bigint, body: Buffer) => Buffer | null>> = {
  1: lookUp,
  2: () => null,
  3: node => Buffer.concat([Buffer.alloc(16), attributes(pathOf(node))]),
  14: openFile,
  15: read,
  17: roomLeft,
  18: () => Buffer.alloc(0),
  25: () => Buffer.alloc(0),
  26: begin,
  27: openFolder,
  28: list,
  29: () => Buffer.alloc(0),
  36: () => null,
  42: () => null,
}
/** Needed to be mounted at all, and to let go. */
const ALWAYS = [26, 2, 18, 29, 36, 42]

function answer(request: Buffer): Buffer | null {
  const operation = request.readUInt32LE(4)
  const fails = readFileSync(orders, 'utf8').trim() === 'EIO' && !ALWAYS.includes(operation)
  let body: Buffer | null = Buffer.alloc(0)
  let errno = 0
  try {
    if (fails) throw new Refusal(EIO)
    const act = OPERATIONS[operation]
    if (act === undefined) throw new Refusal(ENOSYS)
    body = act(request.readBigUInt64LE(16), request.subarray(40))
    if (body === null) return null
  } catch (error) {
    errno = error instanceof Refusal ? error.errno : Math.abs((error as { errno?: number }).errno ?? EIO)
    body = Buffer.alloc(0)
  }
  const head = Buffer.alloc(16)
  head.writeUInt32LE(16 + body.length)
  head.writeInt32LE(-errno, 4)
  request.copy(head, 8, 8, 16)
  return Buffer.concat([head, body])
}

const device = openSync('/dev/fuse', 'r+')
const text = (value: string) => ptr(Buffer.from(`${value}\0`))
const libc = dlopen('libc.so.6', {
  mount: { args: [FFIType.ptr, FFIType.ptr, FFIType.ptr, FFIType.u64, FFIType.ptr], returns: FFIType.i32 },
})
const options = `fd=${device},rootmode=40000,user_id=0,group_id=0,allow_other,default_permissions`
if (libc.symbols.mount(text('octavo'), text(point), text('fuse.octavo'), 0, text(options)) !== 0) {
  throw new Error(`/dev/fuse could not be mounted at ${point}`)
}
console.log('mounted')
const buffer = Buffer.alloc(256 * 1024)
for (;;) {
  let length = 0
  try {
    length = readSync(device, buffer, 0, buffer.length, null)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODEV') process.exit(0)
    if (code !== 'EINTR' && code !== 'ENOENT' && code !== 'EAGAIN') throw error
    continue
  }
  const reply = answer(Buffer.from(buffer.subarray(0, length)))
  try {
    if (reply !== null) writeSync(device, reply)
  } catch (error) {
    // The caller has given up.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
