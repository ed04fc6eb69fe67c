import { catalogue } from './0001-catalogue'
import { engine } from './0002-engine'
import { scanning } from './0003-scanning'
import type { Migration } from './migration'

export const MIGRATIONS: readonly Migration[] = [catalogue, engine, scanning]
