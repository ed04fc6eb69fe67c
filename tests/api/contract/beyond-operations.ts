/** Operations about running a server that the reference document lacks. */
export const BEYOND_OPERATIONS: readonly { readonly operation: string; readonly reason: string }[] = [
  { operation: 'get /api/v1/admin/backups', reason: 'The reference knows no backups.' },
  { operation: 'post /api/v1/admin/backups', reason: 'Makes one at once.' },
  { operation: 'delete /api/v1/admin/backups/{backup_name}', reason: 'Deletes one.' },
  { operation: 'post /api/v1/admin/backups/{backup_name}/verify', reason: 'Checks one.' },
  { operation: 'get /api/v1/admin/update', reason: 'Whether there is a newer version.' },
  { operation: 'get /api/v1/admin/storage', reason: 'What takes how much space, and how it grew.' },
  { operation: 'post /api/v1/admin/storage/measure', reason: 'Measures it at once.' },
  {
    operation: 'get /api/v1/user/data/exports',
    reason: 'All that belongs to a person, to take along to another server.',
  },
  { operation: 'post /api/v1/user/data/exports', reason: 'The same, written as a task.' },
  { operation: 'get /api/v1/user/data/exports/{data_export_id}', reason: 'One of them, and how far it is.' },
  { operation: 'delete /api/v1/user/data/exports/{data_export_id}', reason: 'The same, deleted.' },
  { operation: 'get /api/v1/user/data/exports/{data_export_id}/download', reason: 'Its archive.' },
  { operation: 'get /api/v1/user/data/imports', reason: 'Archives that somebody brings in.' },
  { operation: 'post /api/v1/user/data/imports', reason: 'An archive, with a report of what would be taken.' },
  { operation: 'get /api/v1/user/data/imports/{data_import_id}', reason: 'One of them, with its report.' },
  { operation: 'post /api/v1/user/data/imports/{data_import_id}/apply', reason: 'The same, taken for good.' },
  { operation: 'delete /api/v1/user/data/imports/{data_import_id}', reason: 'The same, deleted.' },
  { operation: 'get /api/v1/processes', reason: 'The servers and workers on one database.' },
]
