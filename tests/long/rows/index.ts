import type { Row } from '../harness/row'
import { killAnyProcess } from './f01-kill'
import { killedMigration } from './f12-migrations'

/** All rows in the order of the programme. */
export const ROWS: readonly Row[] = [killAnyProcess, killedMigration]
