import type { Row } from '../harness/row'
import { killAnyProcess } from './f01-kill'
import { killedStep } from './f02-steps'
import { damagedDatabase } from './f10-damage'
import { killedMigration } from './f12-migrations'
import { killedWorkers } from './m01-tasks'
import { cutListeners } from './m04-outbox'
import { threeAndThree } from './s01-three-and-three'

/** All rows in the order of the programme. */
export const ROWS: readonly Row[] = [
  killAnyProcess,
  killedStep,
  damagedDatabase,
  killedMigration,
  killedWorkers,
  cutListeners,
  threeAndThree,
]
