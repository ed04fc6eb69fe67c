import type { Row } from '../harness/row'
import { killAnyProcess } from './f01-kill'
import { killedStep } from './f02-steps'
import { killedMigration } from './f12-migrations'
import { killedWorkers } from './m01-tasks'

/** All rows in the order of the programme. */
export const ROWS: readonly Row[] = [killAnyProcess, killedStep, killedMigration, killedWorkers]
