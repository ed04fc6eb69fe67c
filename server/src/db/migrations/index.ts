import { catalogue } from './0001-catalogue'
import type { Migration } from './migration'

export const MIGRATIONS: readonly Migration[] = [catalogue]
