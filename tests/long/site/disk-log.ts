import { readFileSync } from 'node:fs'

/** One file operation of a program, in order of completion. */
export interface DiskStep {
  /** Epoch milliseconds at which the call began. */
  readonly at: number
  readonly call: 'write' | 'sync' | 'truncate' | 'rename' | 'unlink'
  readonly path: string
  /** Of a rename: the new name. */
  readonly to?: string
  /** Of a write: where; of a truncation: the new size. */
  readonly offset?: number
  readonly data?: Buffer
}

/** Command prefix that records all writes of a program below any folder in `file`. */
export function recordingTo(file: string): readonly string[] {
  const calls = 'trace=pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat'
  return [
    'strace',
    '-D',
    '-f',
    '-qqq',
    '-ttt',
    '-y',
    '-xx',
    '-s',
    '1000000',
    '-e',
    'signal=none',
    '-e',
    calls,
    '-o',
    file,
  ]
}

/** Reads what strace recorded (every text in hexadecimal), for files below `folder`. */
export function readDiskLog(file: string, folder: string): readonly DiskStep[] {
  const begun = new Map<string, string>()
  const steps: DiskStep[] = []
  for (const line of readFileSync(file, 'latin1').split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (rest.endsWith('<unfinished ...>')) {
      begun.set(pid, rest.slice(0, -'<unfinished ...>'.length))
      continue
    }
    const resumed = /^[\d.]+ <\.\.\. \w+ resumed>(.*)$/.exec(rest)
    const whole = resumed ? `${begun.get(pid) ?? ''}${resumed[1]}` : rest
    const step = stepOf(whole)
    if (step?.path.startsWith(folder)) steps.push(step)
  }
  return steps
}

function stepOf(line: string): DiskStep | null {
  const [, time = '', name = '', args = '', answer = ''] = /^([\d.]+) (\w+)\((.*)\) += (-?\d+)/.exec(line) ?? []
  if (name === '' || Number(answer) < 0) return null
  const at = Number(time) * 1000
  const [path = '', to] = [...args.matchAll(/[<"]((?:\\x[0-9a-f]{2})+)[>"]/g)].map(match => text(match[1] ?? ''))
  const last = Number(/(\d+) *$/.exec(args)?.[1])
  if (name === 'pwrite64') {
    const data = bytes(/"((?:\\x[0-9a-f]{2})*)"/.exec(args)?.[1] ?? '')
    return { at, call: 'write', path, offset: last, data }
  }
  if (name === 'ftruncate') return { at, call: 'truncate', path, offset: last }
  if (name.startsWith('rename')) return to === undefined ? null : { at, call: 'rename', path, to }
  if (name.startsWith('unlink')) return { at, call: 'unlink', path }
  return { at, call: 'sync', path }
}

function bytes(hex: string): Buffer {
  return Buffer.from(hex.replaceAll('\\x', ''), 'hex')
}

function text(hex: string): string {
  return bytes(hex).toString()
}
