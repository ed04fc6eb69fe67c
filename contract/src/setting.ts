import { Int32, Int64, nullable, Timestamp, Uuid } from './ids'
import { sizeQuery } from './paging'
import { json, route } from './route'
import * as z from './zod'

export const SETTING_ORIGINS = ['default', 'changed', 'file', 'environment', 'command line'] as const

export const SettingDto = z
  .object({
    id: Uuid,
    key: z.string(),
    value: z.string().meta({ description: 'Lists are joined by commas; empty if nothing is set' }),
    valueType: z.string().meta({ description: 'string, integer, boolean, list or json' }),
    category: z.string(),
    description: z.string(),
    isSensitive: z.boolean().meta({ description: 'Its value is never sent; asterisks mean that one is set' }),
    defaultValue: z.string(),
    minValue: nullable(Int64),
    maxValue: nullable(Int64),
    updatedAt: Timestamp.meta({ description: '1970 if nobody has changed it' }),
    updatedBy: nullable(Uuid),
    version: Int32.meta({ description: 'Grows with each change' }),
    origin: z.enum(SETTING_ORIGINS).meta({
      description: 'Source of the value. Values the server was started with override changes made here',
    }),
    isDefault: z.boolean(),
    changeable: z.boolean().meta({ description: 'False if it can only be set when starting the server' }),
    needsRestart: z.boolean().meta({ description: 'A change takes effect after a restart' }),
    restartPending: z.boolean().meta({ description: 'It was changed since this server was started' }),
    allowed: z.string().meta({ description: 'Allowed values, in words' }),
    choices: nullable(z.array(z.string())),
    environmentName: nullable(z.string()),
    updatedByName: nullable(z.string()),
  })
  .meta({ id: 'SettingDto' })
export type SettingDto = z.infer<typeof SettingDto>

export const SettingHistoryDto = z
  .object({
    id: Uuid,
    settingId: Uuid,
    key: z.string(),
    oldValue: z.string(),
    newValue: z.string(),
    changedBy: Uuid.meta({ description: 'All zeros if no person did it' }),
    changedByName: nullable(z.string()).meta({ description: 'Name at the time' }),
    changedAt: Timestamp,
    changeReason: nullable(z.string()),
    ipAddress: nullable(z.string()),
  })
  .meta({ id: 'SettingHistoryDto' })
export type SettingHistoryDto = z.infer<typeof SettingHistoryDto>

const SettingText = z.string().max(10_000)
const ChangeReason = nullable(z.string().trim().max(500))

export const UpdateSettingRequest = z
  .object({ value: SettingText, changeReason: ChangeReason })
  .meta({ id: 'UpdateSettingRequest' })
export type UpdateSettingRequest = z.infer<typeof UpdateSettingRequest>

export const BulkSettingUpdate = z
  .object({
    key: z.string().max(200),
    value: SettingText.nullable().meta({ description: 'Null restores the default' }),
  })
  .meta({ id: 'BulkSettingUpdate' })

export const BulkUpdateSettingsRequest = z
  .object({ updates: z.array(BulkSettingUpdate).max(200), changeReason: ChangeReason })
  .meta({ id: 'BulkUpdateSettingsRequest' })
export type BulkUpdateSettingsRequest = z.infer<typeof BulkUpdateSettingsRequest>

export const PublicSettingDto = z.object({ key: z.string(), value: z.string() }).meta({ id: 'PublicSettingDto' })
export type PublicSettingDto = z.infer<typeof PublicSettingDto>

export const BrandingSettingsDto = z.object({ applicationName: z.string() }).meta({ id: 'BrandingSettingsDto' })
export type BrandingSettingsDto = z.infer<typeof BrandingSettingsDto>

export const ConfigureSettingsRequest = z
  .object({ settings: z.record(z.string().max(200), SettingText), skipConfiguration: z.boolean() })
  .meta({ id: 'ConfigureSettingsRequest' })
export type ConfigureSettingsRequest = z.infer<typeof ConfigureSettingsRequest>

export const ConfigureSettingsResponse = z
  .object({ message: z.string(), settingsConfigured: z.int().min(0) })
  .meta({ id: 'ConfigureSettingsResponse' })
export type ConfigureSettingsResponse = z.infer<typeof ConfigureSettingsResponse>

const SettingParams = z.object({ setting_key: z.string().max(200) })
const admin = { tag: 'Settings', access: 'system-admin', status: 200 } as const

export const listSettings = route({
  ...admin,
  id: 'list_settings',
  method: 'get',
  path: '/api/v1/admin/settings',
  summary: 'All settings, with the source of each value',
  query: z.object({ category: z.string().max(100).optional() }),
  payload: json(z.array(SettingDto)),
})

export const bulkUpdateSettings = route({
  ...admin,
  wholeSight: true,
  id: 'bulk_update_settings',
  method: 'post',
  path: '/api/v1/admin/settings/bulk',
  summary: 'Change several settings, all or none; unknown keys are skipped',
  body: BulkUpdateSettingsRequest,
  payload: json(z.array(SettingDto)),
})

export const getSetting = route({
  ...admin,
  id: 'get_setting',
  method: 'get',
  path: '/api/v1/admin/settings/{setting_key}',
  summary: 'One setting',
  params: SettingParams,
  payload: json(SettingDto),
  errors: [404],
})

export const updateSetting = route({
  ...admin,
  wholeSight: true,
  id: 'update_setting',
  method: 'put',
  path: '/api/v1/admin/settings/{setting_key}',
  summary: 'Change a setting, in all processes',
  params: SettingParams,
  body: UpdateSettingRequest,
  payload: json(SettingDto),
  errors: [404],
})

export const getSettingHistory = route({
  ...admin,
  id: 'get_setting_history',
  method: 'get',
  path: '/api/v1/admin/settings/{setting_key}/history',
  summary: 'History of a setting, latest change first',
  params: SettingParams,
  query: z.object({ limit: sizeQuery(50, 500) }),
  payload: json(z.array(SettingHistoryDto)),
  errors: [404],
})

export const resetSetting = route({
  ...admin,
  wholeSight: true,
  id: 'reset_setting',
  method: 'post',
  path: '/api/v1/admin/settings/{setting_key}/reset',
  summary: 'Reset a setting to its default',
  params: SettingParams,
  payload: json(SettingDto),
  errors: [404],
})

export const getBrandingSettings = route({
  id: 'get_branding_settings',
  method: 'get',
  path: '/api/v1/settings/branding',
  tag: 'Settings',
  summary: 'Public settings, for pages shown before signing in',
  access: 'public',
  status: 200,
  payload: json(BrandingSettingsDto),
})

export const getPublicSettings = route({
  id: 'get_public_settings',
  method: 'get',
  path: '/api/v1/settings/public',
  tag: 'Settings',
  summary: 'Settings that every signed-in user may know, by key',
  access: 'login',
  scope: 'libraries-read',
  status: 200,
  payload: json(z.record(z.string(), PublicSettingDto)),
})

export const configureInitialSettings = route({
  id: 'configure_initial_settings',
  method: 'patch',
  path: '/api/v1/setup/settings',
  tag: 'Setup',
  summary: 'Change settings during set-up; unknown keys are skipped',
  access: 'system-admin',
  wholeSight: true,
  body: ConfigureSettingsRequest,
  status: 200,
  payload: json(ConfigureSettingsResponse),
})
