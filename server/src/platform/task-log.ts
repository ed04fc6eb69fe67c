import { insertRows, type Tx } from '../db'
import type { NoteLevel } from './queue.types'

/** Maximum number of lines of a task; then a final line says so. */
export const MAX_LINES = 500
const MAX_CHARACTERS = 2_000
const FULL = `The log of a task has at most ${MAX_LINES} lines: what comes after them is left out.`

interface Line {
  readonly at: number
  readonly level: NoteLevel
  readonly message: string
}

/** Unwritten lines of one attempt. */
export interface TaskNotes {
  add(level: NoteLevel, message: string): void
  /** Time of the oldest unwritten line; null without one. */
  readonly waitingSince: number | null
  /** Writes the waiting lines. Call `written` once the transaction has committed, and only then. */
  write(tx: Tx): Promise<{ written(): void }>
}

export function createTaskNotes(taskPk: number): TaskNotes {
  let lines: Line[] = []
  let taken = 0
  let earlier: number | null = null
  return {
    add(level, message) {
      if (taken > MAX_LINES) return
      taken++
      const text = taken > MAX_LINES ? FULL : message.slice(0, MAX_CHARACTERS)
      lines.push({ at: Date.now(), level: taken > MAX_LINES ? 'warn' : level, message: text })
    },
    get waitingSince() {
      return lines[0]?.at ?? null
    },
    async write(tx) {
      const part = lines
      if (part.length === 0) return { written: () => undefined }
      earlier ??= await countLines(tx, taskPk)
      const before = earlier
      const room = Math.max(0, MAX_LINES - before)
      const fitting = part.slice(0, room)
      // Earlier attempts have written too: the final line occurs only once.
      if (fitting.length < part.length && before <= MAX_LINES) {
        const first = part[fitting.length] as Line
        fitting.push({ at: first.at, level: 'warn', message: FULL })
      }
      await insertRows(
        tx,
        'task_log',
        fitting.map(line => ({ ...line, task_pk: taskPk })),
      )
      return {
        written: () => {
          lines = lines.slice(part.length)
          earlier = before + fitting.length
        },
      }
    },
  }
}

async function countLines(tx: Tx, taskPk: number): Promise<number> {
  const { lines } = await tx.query
    .selectFrom('task_log')
    .select(eb => eb.fn.countAll<number>().as('lines'))
    .where('task_pk', '=', taskPk)
    .executeTakeFirstOrThrow()
  return Number(lines)
}
