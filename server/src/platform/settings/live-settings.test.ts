import { expect, setDefaultTimeout, test } from 'bun:test'
import { forEachDatabase } from '../../db/testing'
import { createLiveSettings, type Given } from './live-settings'

setDefaultTimeout(60_000)

forEachDatabase('runtime settings', database => {
  const clock = { ms: Date.UTC(2026, 0, 1) }
  const live = (given?: Given) =>
    createLiveSettings({ ...database.connection, now: () => clock.ms, ...(given && { given }) })

  test('have a default until somebody sets them', async () => {
    const settings = live()
    expect(await settings.get('tasks.retention')).toEqual({ completedDays: 7, failedDays: 30 })
    expect(await settings.get('metrics.retention')).toBe('30')
    expect(await settings.get('scheduler.timezone')).toBeNull()
    expect(await settings.get('rate_limit.anonymous_burst')).toBe(50)
    expect(await settings.lastChange('tasks.retention')).toBeNull()
  })

  test('are in force at once where they are changed, and in all that share the wakes', async () => {
    const wakes = database.connection.wakes
    const [here, there] = [createLiveSettings({ ...database.connection, now: () => clock.ms, wakes }), live()]
    expect([await here.get('tasks.paused'), await there.get('tasks.paused')]).toEqual([false, false])
    const third = createLiveSettings({ ...database.connection, now: () => clock.ms, wakes })
    expect(await third.get('tasks.paused')).toBe(false)
    await here.change({ 'tasks.paused': true, 'scheduler.timezone': 'Europe/Berlin' }, 7)
    expect([await here.get('tasks.paused'), await here.get('scheduler.timezone')]).toEqual([true, 'Europe/Berlin'])
    expect(await third.get('tasks.paused')).toBe(true)
    expect(await here.lastChange('tasks.paused')).toEqual({ at: clock.ms, byPk: 7 })
    clock.ms += 999
    expect(await there.get('tasks.paused')).toBe(true)
    await there.change({ 'tasks.paused': false }, null)
    here.forget()
    expect(await here.get('tasks.paused')).toBe(false)
  })

  test('refuse what they do not take, and then change nothing', async () => {
    const settings = live()
    const quiet = { enabled: true, from: '22:00', to: '07:00', timezone: 'Mars/Base' }
    const both = settings.change({ 'tasks.paused': true, 'tasks.quiet_hours': quiet }, null)
    await expect(both).rejects.toThrow('tasks.quiet_hours: unknown time zone')
    expect(await settings.get('tasks.paused')).toBe(false)
    await settings.change({ 'tasks.quiet_hours': { ...quiet, timezone: 'Asia/Tokyo' } }, null)
    expect(await settings.get('tasks.quiet_hours')).toEqual({ ...quiet, timezone: 'Asia/Tokyo' })
  })

  test('from the start of the process override stored ones', async () => {
    const origins = { 'metrics.retention': 'environment' } as unknown as Given['origins']
    const settings = live({ values: { 'metrics.retention': '180' } as unknown as Given['values'], origins })
    await live().change({ 'metrics.retention': '7' }, null)
    expect(await settings.get('metrics.retention')).toBe('180')
    await expect(settings.change({ 'metrics.retention': '90' }, null)).rejects.toThrow('OCTAVO_METRICS_RETENTION')
    await expect(settings.change({ port: 1 }, null)).rejects.toThrow('OCTAVO_PORT')
  })

  test('that another version has written are read as their default', async () => {
    await database.connection.write(tx =>
      tx.query.updateTable('settings').set({ value: '"soon"' }).where('key', '=', 'tasks.paused').execute(),
    )
    expect(await live().get('tasks.paused')).toBe(false)
  })

  test('notify the other processes', async () => {
    await live().change({ 'metrics.retention': '30' }, null)
    const published = await database.connection.reader.query.selectFrom('events').select('happened').execute()
    expect(published.map(row => JSON.parse(row.happened))).toContainEqual([
      { channel: 'internal', event: { type: 'settings_changed' }, to: {} },
    ])
  })
})
