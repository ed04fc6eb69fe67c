import '../../ui/fields.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { LibraryJobConfigDto, ScheduleDto, ScheduleJob } from '../../api/types'
import { Dialog } from '../../ui/dialog'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { Toggle } from '../../ui/toggle'
import { ta } from '../admin/messages'
import { timeZones } from '../admin/time-zones'
import { useMay } from '../auth'
import { useLibraries } from '../libraries'
import { NextRuns } from './next-runs'
import { readRhythm, writeRhythm } from './rhythm.rules'
import { RhythmFields } from './rhythm-fields'
import { jobName } from './schedule-words'
import { useSaveSchedule } from './schedules.queries'

const jobs: readonly ScheduleJob[] = ['scan', 'thumbnails', 'refresh', 'integrity', 'duplicates', 'cleanup', 'backup']
/** Job types without batches. */
const serverOnly: readonly ScheduleJob[] = ['duplicates', 'cleanup', 'backup']

type Props = {
  /** Null: a new one. */
  readonly schedule: ScheduleDto | null
  /** What a new one does at first; unknown ones are ignored. */
  readonly job?: string | undefined
  readonly onClose: () => void
}

/** A scheduled job: what, where and when; shows the next runs before it is saved. */
export default function ScheduleForm({ schedule, job: asked, onClose }: Props) {
  const mayServer = useMay('system-admin')
  const offered = jobs.filter(value => mayServer || !serverOnly.includes(value))
  const libraries = useLibraries().data ?? []
  const [job, setJob] = useState<ScheduleJob>(schedule?.job ?? offered.find(value => value === asked) ?? 'scan')
  const [libraryId, setLibraryId] = useState(
    schedule ? (schedule.libraryId ?? '') : mayServer ? '' : (libraries[0]?.id ?? ''),
  )
  const [name, setName] = useState(schedule?.name ?? '')
  const [rhythm, setRhythm] = useState(() => readRhythm(schedule?.cronSchedule ?? '0 3 * * *'))
  const [zone, setZone] = useState(
    schedule?.timezone ?? (schedule ? '' : Intl.DateTimeFormat().resolvedOptions().timeZone),
  )
  const [thorough, setThorough] = useState(schedule ? isThorough(schedule.config) : false)
  const save = useSaveSchedule(schedule?.id ?? null, onClose)
  const cron = writeRhythm(rhythm)
  const forServer = serverOnly.includes(job)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({
      libraryId: forServer ? null : libraryId || null,
      name: name.trim() || jobName(job),
      cronSchedule: cron,
      timezone: zone || null,
      ...(schedule ? {} : { enabled: true }),
      config: configOf(job, thorough, schedule?.config),
    })
  }
  return (
    <Dialog opened large title={ta(schedule ? 'schedules.edit' : 'schedules.add')} onClose={onClose}>
      <form className={form.form} onSubmit={submit}>
        <NativeSelect
          label={ta('schedules.job')}
          description={ta(`schedules.jobHint.${job}`)}
          disabled={schedule !== null}
          value={job}
          data={offered.map(value => ({ value, label: jobName(value) }))}
          onChange={event => {
            const next = jobs.find(value => value === event.currentTarget.value)
            if (next) setJob(next)
          }}
        />
        {!forServer && (
          <NativeSelect
            label={ta('schedules.scope')}
            disabled={schedule !== null}
            value={libraryId}
            data={[
              ...(mayServer || schedule ? [{ value: '', label: ta('schedules.wholeServer') }] : []),
              ...libraries.map(library => ({ value: library.id, label: library.name })),
            ]}
            onChange={event => setLibraryId(event.currentTarget.value)}
          />
        )}
        {(job === 'scan' || job === 'thumbnails' || job === 'integrity') && (
          <Toggle
            label={ta(`schedules.thorough.${job}`)}
            hint={ta(`schedules.thoroughHint.${job}`)}
            on={thorough}
            onChange={setThorough}
          />
        )}
        <RhythmFields
          rhythm={rhythm}
          onChange={next => {
            setRhythm(next)
            save.reset()
          }}
        />
        <NativeSelect
          label={ta('schedules.timezone')}
          value={zone}
          data={[{ value: '', label: ta('schedules.serverZone') }, ...timeZones(zone)]}
          onChange={event => setZone(event.currentTarget.value)}
        />
        <NextRuns cron={cron} timezone={zone || null} />
        <TextInput
          label={ta('schedules.name')}
          placeholder={jobName(job)}
          maxLength={200}
          value={name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <FormEnd
          error={save.error}
          save={ta(schedule ? 'admin.save' : 'schedules.addSubmit')}
          saving={save.isPending}
          disabled={cron === ''}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function isThorough(config: LibraryJobConfigDto): boolean {
  if (config.type === 'scan') return config.mode === 'deep'
  if (config.type === 'thumbnails') return config.force === true
  return config.type === 'integrity' && config.mode === 'full'
}

/** A refresh has a choice of fields; the others have at most a switch. */
function configOf(job: ScheduleJob, thorough: boolean, last: LibraryJobConfigDto | undefined): LibraryJobConfigDto {
  switch (job) {
    case 'scan':
      return { type: 'scan', mode: thorough ? 'deep' : 'normal' }
    case 'thumbnails':
      return { type: 'thumbnails', force: thorough }
    case 'integrity':
      return { type: 'integrity', mode: thorough ? 'full' : 'quick' }
    case 'refresh':
      return last?.type === 'metadata_refresh' ? last : { type: 'metadata_refresh', provider: 'file' }
    case 'duplicates':
    case 'cleanup':
    case 'backup':
      return { type: job }
  }
}
