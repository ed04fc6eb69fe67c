import type { Row } from '../harness/row'
import { generatedCalls } from './a01-schema'
import { lettersAlike } from './a08-letters'
import { namesAlike } from './a08-names'
import { brokenHttp } from './a18-broken-http'
import { flippedBits } from './b02-flipped-bits'
import { largeZips } from './b06-large-zips'
import { restlessFiles } from './b12-restless-files'
import { foldingDisk } from './b14-folding-disk'
import { editsAgainstScans } from './c02-edits'
import { movedBooks } from './c05-moves'
import { deletedMeanwhile } from './c06-deletions'
import { foldedEvents } from './c07-fold'
import { killAnyProcess } from './f01-kill'
import { killedStep } from './f02-steps'
import { powerLoss } from './f03-power'
import { readThenWrite } from './f06-read-then-write'
import { fullDisk } from './f07-full-disk'
import { lostDisks } from './f08-lost-disks'
import { damagedDatabase } from './f10-damage'
import { backupUnderLoad } from './f11-backup'
import { killedMigration } from './f12-migrations'
import { databaseRestart } from './f13-restart'
import { badWire } from './f14-bad-wire'
import { wrongClocks } from './f15-clocks'
import { littleMemory } from './f16-little-memory'
import { allData } from './f19-all-data'
import { killedPlaces } from './f20-places'
import { rarResources } from './h05-rar-resources'
import { imageMetadata } from './h07-image-metadata'
import { pdfActions } from './h10-pdf-actions'
import { slowCrowd } from './l05-slow-crowd'
import { vanishedStreams } from './l06-vanished-streams'
import { killedWorkers } from './m01-tasks'
import { schedulersOfADay } from './m03-schedulers'
import { cutListeners } from './m04-outbox'
import { upgrade } from './m06-upgrade'
import { cutWorker } from './m07-cut-worker'
import { oneThumbnail } from './m08-one-thumbnail'
import { randomLists } from './q01-random-lists'
import { threeAndThree } from './s01-three-and-three'

/** All rows in the order of the programme. */
export const ROWS: readonly Row[] = [
  generatedCalls,
  namesAlike,
  lettersAlike,
  brokenHttp,
  flippedBits,
  largeZips,
  restlessFiles,
  foldingDisk,
  rarResources,
  imageMetadata,
  pdfActions,
  killAnyProcess,
  killedStep,
  powerLoss,
  readThenWrite,
  fullDisk,
  lostDisks,
  damagedDatabase,
  backupUnderLoad,
  killedMigration,
  databaseRestart,
  badWire,
  wrongClocks,
  littleMemory,
  allData,
  killedPlaces,
  editsAgainstScans,
  movedBooks,
  deletedMeanwhile,
  foldedEvents,
  slowCrowd,
  vanishedStreams,
  killedWorkers,
  schedulersOfADay,
  cutListeners,
  upgrade,
  cutWorker,
  oneThumbnail,
  randomLists,
  threeAndThree,
]
