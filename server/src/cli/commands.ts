import { backupCommand, restoreCommand } from './backup.command'
import type { Command } from './command'
import { configCheck, configInit } from './config.command'
import { copyCommand } from './copy.command'
import { doctorCommand } from './doctor.command'
import { exportCommand, importCommand } from './export.command'
import { migrateCommand } from './migrate.command'
import { openapiCommand } from './openapi.command'
import { scanCommand } from './scan.command'
import { seedCommand } from './seed.command'
import { serveCommand } from './serve.command'
import { userCreate, userDisable, userEnable, userList, userReset } from './user.command'
import { workerCommand } from './worker.command'

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  serveCommand,
  workerCommand,
  migrateCommand,
  configCheck,
  configInit,
  scanCommand,
  backupCommand,
  restoreCommand,
  copyCommand,
  exportCommand,
  importCommand,
  seedCommand,
  doctorCommand,
  userCreate,
  userList,
  userDisable,
  userEnable,
  userReset,
  openapiCommand,
]
