import type { Row } from '../harness/row'
import { killAnyProcess } from './f01-kill'

/** All rows in the order of the programme. */
export const ROWS: readonly Row[] = [killAnyProcess]
