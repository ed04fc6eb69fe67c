import { Int32, Int64, Timestamp, Uuid } from './ids'
import type { Refusal } from './refusals'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

export const BACKUP_PROBLEMS = [
  'backup_damaged',
  'backup_newer',
  'backup_passphrase',
  'backup_folder',
  'backup_full',
] as const satisfies readonly Refusal[]
const Reason = z
  .enum(BACKUP_PROBLEMS)
  .nullable()
  .meta({ description: 'The reason of `problem`, as of refused requests' })

export const BackupDto = z
  .object({
    name: z.string().meta({ description: 'Name of its folder' }),
    createdAt: Timestamp.nullable(),
    bytes: Int64,
    octavo: z.string().nullable().meta({ description: 'The version of Octavo that created it' }),
    database: z.enum(['sqlite', 'postgres']).nullable(),
    encrypted: z.boolean(),
    ofThisServer: z.boolean(),
    problem: z.string().nullable().meta({ description: 'Why it cannot be restored; sizes are checked, not contents' }),
    reason: Reason,
  })
  .meta({ id: 'BackupDto' })
export type BackupDto = z.infer<typeof BackupDto>

export const ListBackupsResponse = z
  .object({
    folder: z.string().meta({ description: 'Where this server stores backups' }),
    keep: Int32.meta({ description: 'Number of backups of this server to retain; 0 retains all' }),
    encrypts: z.boolean().meta({ description: 'Whether new backups are encrypted' }),
    problem: z.string().nullable().meta({ description: 'Why the folder cannot be read' }),
    reason: Reason,
    backups: z.array(BackupDto).meta({ description: 'The newest first' }),
  })
  .meta({ id: 'ListBackupsResponse' })

export type ListBackupsResponse = z.infer<typeof ListBackupsResponse>

export const CreateBackupResponse = z.object({ taskId: Uuid, message: z.string() }).meta({ id: 'CreateBackupResponse' })

const tag = 'Admin'

export const listBackups = route({
  id: 'list_backups',
  method: 'get',
  path: '/api/v1/admin/backups',
  tag,
  summary: 'Backups in the folder of this server',
  access: 'system-admin',
  status: 200,
  payload: json(ListBackupsResponse),
})

const BackupName = z.string().max(60).meta({ description: 'Name of its folder' })
const OneBackup = z.object({ backup_name: BackupName })

export const deleteBackup = route({
  id: 'delete_backup',
  method: 'delete',
  path: '/api/v1/admin/backups/{backup_name}',
  tag,
  summary: 'Delete a backup',
  access: 'system-admin',
  params: OneBackup,
  status: 204,
  payload: nothing,
  errors: [404, 422],
})

export const downloadBackup = route({
  id: 'download_backup',
  method: 'get',
  path: '/api/v1/admin/backups/{backup_name}/download',
  tag,
  summary: 'The folder of a backup as a tar file, in full or a range',
  access: 'system-admin',
  wholeSight: true,
  params: OneBackup,
  status: 200,
  payload: bytes('application/x-tar'),
  also: [206, 304],
  errors: [404, 416, 422],
})

export const verifyBackup = route({
  id: 'verify_backup',
  method: 'post',
  path: '/api/v1/admin/backups/{backup_name}/verify',
  tag,
  summary: 'Check the checksums of a backup, as a task',
  access: 'system-admin',
  params: OneBackup,
  status: 200,
  payload: json(CreateBackupResponse),
  errors: [404, 422],
})

export const createBackup = route({
  id: 'create_backup',
  method: 'post',
  path: '/api/v1/admin/backups',
  tag,
  summary: 'Start a backup as a task',
  access: 'system-admin',
  status: 200,
  payload: json(CreateBackupResponse),
})
