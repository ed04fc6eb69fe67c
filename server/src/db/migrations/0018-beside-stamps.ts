import { sql } from 'kysely'
import type { Migration } from './migration'

/** Size and time of the sidecar files of each book when it was read. */
export const besideStamps: Migration = {
  name: '0018-beside-stamps',
  compatibleFrom: '0005-lists',
  up: async db => {
    await sql.raw('alter table books add column beside_stamp text').execute(db)
  },
}
