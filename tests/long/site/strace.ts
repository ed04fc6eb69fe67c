import type { OctavoProcess } from '../../kit/process'

/**
 * Starts a program that is killed at the entry of the nth call of these system calls that any one thread of it makes.
 * Answers whether it was; it was not when it has ended by itself before. strace follows it from behind (-D), so that the
 * program keeps its own process number.
 */
export async function killedAtCall(options: {
  readonly calls: string
  readonly number: number
  readonly start: (through: readonly string[]) => OctavoProcess
}): Promise<boolean> {
  const running = options.start(killingAt(options.calls, options.number))
  return (await running.exited) === 137
}

/** What to start a program through, so that it is killed at that call; each of its threads is counted for itself. */
export function killingAt(calls: string, number: number): readonly string[] {
  const inject = `inject=${calls}:signal=SIGKILL:when=${number}`
  return ['strace', '-D', '-f', '-qqq', '-e', `trace=${calls}`, '-e', inject, '-o', '/dev/null']
}
