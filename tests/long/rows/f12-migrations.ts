import { join } from 'node:path'
import { type OctavoProcess, spawnOctavo } from '../../kit/process'
import type { Outcome, Row, Trial } from '../harness/row'
import { startCluster } from '../site/cluster'
import { makeOld } from '../site/old-schema'
import { startProxy } from '../site/proxy'
import { openSite, type Site } from '../site/site'
import { killedAtCall } from '../site/strace'

export const killedMigration: Row = {
  id: 'F12',
  does: 'kill -9 at each statement of the migrations (PostgreSQL), at each write and sync to the disk (SQLite), from an empty database and from the first step',
  required: 'the next start ends with the same schema',
  databases: ['sqlite', 'postgres'],
  rounds: 1,
  minutes: 30,
  needs: { strace: 'strace' },
  run,
}

async function run(trial: Trial): Promise<Outcome> {
  return trial.database === 'sqlite' ? onSqlite(trial) : onPostgres(trial)
}

/** A start of `octavo migrate` that has to go well. */
async function migrate(site: Site): Promise<void> {
  const running = spawnOctavo(['migrate'], site.env)
  const code = await running.exited
  if (code !== 0) throw new Error(`octavo migrate ended with ${code}: ${running.log()}`)
}

/** Everything that makes up the schema, in order; and which steps are noted as done. */
async function schemaOf(site: Site): Promise<string> {
  const sql =
    site.kind === 'sqlite'
      ? "select name, sql as text from sqlite_schema where name not like 'sqlite_%' order by 1, 2"
      : `select table_name || '.' || column_name as name, concat(data_type, is_nullable, column_default) as text
         from information_schema.columns where table_schema = 'public'
         union all select indexname, indexdef from pg_indexes where schemaname = 'public'
         union all select conname, pg_get_constraintdef(oid) from pg_constraint
         where connamespace = 'public'::regnamespace order by 1, 2`
  const parts = await site.run<{ name: string; text: string }>(sql)
  const steps = await site.run<{ name: string }>('select name from schema_migrations order by name')
  return JSON.stringify([parts, steps])
}

const FROM = ['empty', 'old'] as const

async function onSqlite(trial: Trial): Promise<Outcome> {
  let tried = 0
  const faults: string[] = []
  const place = (name: string) =>
    openSite({ kind: 'sqlite', cluster: null, databaseName: '', dataDir: join(trial.scratch, name) })
  const whole = place('whole')
  await migrate(whole)
  const golden = await schemaOf(whole)
  for (const from of FROM) {
    for (let step = 1; ; step++) {
      const site = place(`${from}-${step}`)
      if (from === 'old') await makeOld(site)
      const killed = await killedAtCall({
        calls: 'pwrite64,fsync,fdatasync,ftruncate',
        number: step,
        start: through => spawnOctavo(['migrate'], site.env, { through }),
      })
      tried++
      try {
        await migrate(site)
        if ((await schemaOf(site)) !== golden) faults.push(`${from}, write ${step}: the schema is another`)
      } catch (error) {
        faults.push(`${from}, write ${step}: ${(error as Error).message}`)
      }
      if (step % 50 === 0) trial.say(`${from}: ${step} writes, ${faults.length} faults`)
      if (!killed || faults.length > 10) break
    }
  }
  return { n: tried, figure: `${tried - faults.length}/${tried} ended with the same schema`, faults }
}

async function onPostgres(trial: Trial): Promise<Outcome> {
  let tried = 0
  const faults: string[] = []
  const cluster = await startCluster()
  const proxy = await startProxy(cluster.url)
  const place = async (name: string) => {
    const databaseName = await cluster.create()
    const databaseUrl = proxy.urlOf(`${cluster.url}/${databaseName}`)
    return openSite({ kind: 'postgres', cluster, databaseName, databaseUrl, dataDir: join(trial.scratch, name) })
  }
  const whole = await place('whole')
  await migrate(whole)
  const golden = await schemaOf(whole)
  for (const from of FROM) {
    for (let step = 1; ; step++) {
      const site = await place(`${from}-${step}`)
      if (from === 'old') await makeOld(site)
      let count = 0
      const victim: { running: OctavoProcess | null } = { running: null }
      proxy.onStatement = async () => {
        if (++count !== step || !victim.running) return
        victim.running.signal('SIGKILL')
        await victim.running.exited
      }
      victim.running = spawnOctavo(['migrate'], site.env)
      await victim.running.exited
      proxy.onStatement = null
      tried++
      try {
        await migrate(site)
        if ((await schemaOf(site)) !== golden) faults.push(`${from}, statement ${step}: the schema is another`)
      } catch (error) {
        faults.push(`${from}, statement ${step}: ${(error as Error).message}`)
      }
      await site.remove()
      if (step % 25 === 0) trial.say(`${from}: ${step} statements, ${faults.length} faults`)
      if (count < step || faults.length > 10) break
    }
  }
  await proxy.stop()
  await cluster.stop()
  return { n: tried, figure: `${tried - faults.length}/${tried} ended with the same schema`, faults }
}
