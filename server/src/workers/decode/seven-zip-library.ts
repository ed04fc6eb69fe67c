import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { printable, refuse, refuseForMemory } from '../../formats/problem'
import { guardLibrary } from './broken-library'

/** Archive types that 7-Zip may assume for an input; it must never guess. */
export type SevenZipType = '7z' | 'zip' | 'gzip' | 'bzip2' | 'xz' | 'zstd'

/** The input: `read` returns up to `length` bytes from `offset`, fewer only at the end. */
export interface SevenZipInput {
  readonly size: number
  read(offset: number, length: number): Uint8Array
}

export interface SevenZip {
  /**
   * Lists (`list`) or unpacks to one stream (`unpack`) in archive order; `names` selects entries. Output goes to
   * `write`, whose bytes are valid only during the call; false stops the run.
   */
  run(request: SevenZipRequest): SevenZipEnd
}

export interface SevenZipRequest {
  readonly task: 'list' | 'unpack'
  readonly type: SevenZipType
  readonly input: SevenZipInput
  readonly names?: readonly string[]
  write(bytes: Uint8Array): boolean
}

/** `stopped`: by `write`. */
export type SevenZipEnd =
  | { readonly kind: 'done' | 'stopped' | 'encrypted' | 'memory' }
  | { readonly kind: 'damaged' | 'unsupported'; readonly said: string }

const ARCHIVE = '/archive'
const NAMES = '/names'
const STDOUT = 1
const READ_ONLY_FILE = 0o100444
/** Any error code. */
const NO_SPACE = 51

let compiled: WebAssembly.Module | null = null
let idle: Program | null = null

/**
 * 7-Zip as WebAssembly (1.6 MB), loaded with the first archive. The program itself runs once per request, in a virtual
 * file system with one file, which is read from our open file; we capture its output. One instance serves all archives
 * of the process, as long as each run ends properly.
 */
export async function loadSevenZip(): Promise<SevenZip> {
  idle ??= await start()
  return { run: request => guardLibrary(() => run(request)) }
}

function run(request: SevenZipRequest): SevenZipEnd {
  const program = idle ?? refuseForMemory('parser', 'The archive asks for more than a parser may use.')
  idle = null
  program.said.length = 0
  const { end, isOrderly } = runOnce(program, request)
  if (isOrderly) idle = program
  if (end instanceof Error) throw end
  return end
}

interface Program {
  /** Its error output. */
  readonly said: string[]
  readonly FS: ProgramFiles
  callMain(args: readonly string[]): number
}

/** The parts of Emscripten's file system that we use. */
interface ProgramFiles {
  readonly streams: readonly { stream_ops: StreamOps }[]
  readonly ErrnoError: new (code: number) => Error
  lookupPath(path: string): { node: object }
  createNode(parent: object, name: string, mode: number, device: number): ProgramFile
  destroyNode(node: ProgramFile): void
  writeFile(path: string, text: string): void
  unlink(path: string): void
}

interface ProgramFile {
  readonly id: number
  readonly mode: number
  node_ops: { getattr(node: ProgramFile): object }
  stream_ops: Partial<StreamOps>
}

interface StreamOps {
  read(stream: object, buffer: Uint8Array, offset: number, length: number, position: number): number
  write(stream: object, buffer: Uint8Array, offset: number, length: number): number
  llseek(stream: { position: number }, offset: number, whence: number): number
}

async function start(): Promise<Program> {
  const { default: create } = await import('7z-wasm')
  compiled ??= new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve('7z-wasm/7zz.wasm'))))
  const module = compiled
  const said: string[] = []
  const options = {
    instantiateWasm(
      imports: ConstructorParameters<typeof WebAssembly.Instance>[1],
      receive: (instance: WebAssembly.Instance) => void,
    ) {
      const instance = new WebAssembly.Instance(module, imports)
      receive(instance)
      return instance.exports
    },
    print: () => undefined,
    printErr: (line: string) => void said.push(line),
  }
  const program = (await create(options as object)) as unknown as Omit<Program, 'said'>
  return {
    said,
    FS: program.FS,
    callMain(args) {
      const { exitCode } = process
      try {
        return program.callMain(args)
      } finally {
        // The program sets the process's exit code.
        process.exitCode = exitCode ?? 0
      }
    },
  }
}

interface Run {
  /** An Error thrown by `write`. */
  readonly end: SevenZipEnd | Error
  readonly isOrderly: boolean
}

/** Bytes discarded after a stop, before the program is aborted. */
const STOPPING_BYTES = 64 * 1024 * 1024

function runOnce({ FS, callMain, said }: Program, request: SevenZipRequest): Run {
  const { task, type, input, names } = request
  let stop: Error | true | null = null
  let stoppedBytes = 0
  // A stop looks like the end of the file: the program handles that, and can be reused.
  const archive = addArchive(FS, input, () => stop !== null)
  const stdout = FS.streams[STDOUT] as { stream_ops: StreamOps }
  const ownOps = stdout.stream_ops
  stdout.stream_ops = {
    ...ownOps,
    write(_, buffer, offset, length) {
      if (stop === null) stop = writeTo(request, buffer.subarray(offset, offset + length))
      else stoppedBytes += length
      if (stoppedBytes > STOPPING_BYTES) throw new FS.ErrnoError(NO_SPACE)
      return length
    },
  }
  if (names !== undefined) FS.writeFile(NAMES, `${names.join('\n')}\n`)
  const command = [...COMMANDS[task], ...QUIET, `-t${type}`, ...(names ? [`-i@${NAMES}`] : []), ARCHIVE]
  let code: number | null
  try {
    code = callMain(command)
  } catch (error) {
    // A number is an uncaught exception of the program.
    if (typeof error !== 'number') throw error
    code = null
  } finally {
    stdout.stream_ops = ownOps
    FS.destroyNode(archive)
    if (names !== undefined) FS.unlink(NAMES)
  }
  const end = stop === true ? ({ kind: 'stopped' } as const) : (stop ?? endOf(code ?? FATAL, said.join('\n')))
  return { end, isOrderly: code !== null }
}

/** Null: continue. */
function writeTo({ write }: SevenZipRequest, bytes: Uint8Array): Error | true | null {
  try {
    return write(bytes) ? null : true
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const COMMANDS = { list: ['l', '-slt', '-ba'], unpack: ['x', '-so'] } as const
/**
 * Separate error output, no progress, names in UTF-8 and without wildcards, one thread, and a dummy password: without
 * one it would ask.
 */
const QUIET = ['-bse2', '-bsp0', '-sccUTF-8', '-scsUTF-8', '-spd', '-ssc', '-mmt1', '-p\u0001\u0002\u0003']

function addArchive(FS: ProgramFiles, input: SevenZipInput, isStopped: () => boolean): ProgramFile {
  const node = FS.createNode(FS.lookupPath('/').node, ARCHIVE.slice(1), READ_ONLY_FILE, 0)
  const epoch = new Date(0)
  const times = { atime: epoch, mtime: epoch, ctime: epoch }
  const owner = { dev: 1, nlink: 1, uid: 0, gid: 0, rdev: 0 }
  node.node_ops = {
    getattr: ({ id, mode }) => ({ ...owner, ...times, ino: id, mode, size: input.size, blksize: 4096, blocks: 1 }),
  }
  node.stream_ops = {
    read(_, buffer, offset, length, position) {
      if (isStopped()) return 0
      const bytes = input.read(position, length)
      buffer.set(bytes, offset)
      return bytes.length
    },
    llseek: ({ position }, offset, whence) =>
      whence === 1 ? position + offset : whence === 2 ? input.size + offset : offset,
  }
  return node
}

const FATAL = 2
const OUT_OF_MEMORY = 8

/** The only place where 7-Zip's errors become ours. */
function endOf(code: number, said: string): SevenZipEnd {
  if (code === 0) return { kind: 'done' }
  if (/encrypted|wrong password/i.test(said)) return { kind: 'encrypted' }
  if (code === OUT_OF_MEMORY || /can't allocate|not enough memory/i.test(said)) return { kind: 'memory' }
  const line = printable(said.split('\n').find(text => /error|unsupported|unexpected|failed/i.test(text)) ?? '')
  return { kind: /unsupported method/i.test(said) ? 'unsupported' : 'damaged', said: line.slice(0, 200) }
}

/** Throws the problem of a run, unless it completed or was stopped by us. */
export function refuseBadEnd(end: SevenZipEnd): void {
  if (end.kind === 'encrypted') refuse('parser', 'encrypted', 'The archive is encrypted: it needs a password.')
  if (end.kind === 'memory') refuseForMemory('parser', 'The archive asks for more memory than a parser may use.')
  if (end.kind === 'damaged') refuse('parser', 'corrupt', 'The archive is damaged.', { said: end.said })
  if (end.kind !== 'unsupported') return
  refuse('parser', 'unsupported', 'The archive uses a compression method that is not supported.', { said: end.said })
}
