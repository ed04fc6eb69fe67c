import type { SettingDto } from '../../api/types'
import { defineCatalogue, formatNumber, formatPercent } from '../../messages'
import { ts } from './messages'
import { unitNameOf } from './settings.rules'
import type en from './words/en.json'

const tWord = defineCatalogue<typeof en>(language => import(`./words/${language}.json`))

/** Settings of a newer server may have no text here: the server's is used. */
function said(key: string): string | null {
  const text = tWord(key as 'name.host')
  return text === key ? null : text
}

export function nameOf(key: string): string {
  return said(`name.${key}`) ?? key
}

export function aboutOf({ key, description }: Pick<SettingDto, 'key' | 'description'>): string {
  return said(`about.${key}`) ?? description.replaceAll('`', '')
}

export function choiceOf(key: string, value: string): string {
  return said(`choice.${key}.${value}`) ?? value
}

/** The unit of a number; null if the name contains it. */
export function unitOf(key: string): string | null {
  const unit = unitNameOf(key)
  return unit && said(`unit.${unit}`)
}

/** Allowed values. */
export function allowedOf({ key, valueType, minValue, maxValue, allowed }: SettingDto): string {
  if (valueType === 'integer' && minValue != null && maxValue != null) {
    return ts('settings.allowedRange', { from: minValue, to: maxValue })
  }
  return ts('settings.allowed', { allowed: said(`allowed.${key}`) ?? allowed })
}

/** A value for display: on or off, the label of a choice, a number with its unit. */
export function spelledOut(setting: Pick<SettingDto, 'key' | 'valueType' | 'choices'>, value: string): string {
  const { key, valueType, choices } = setting
  if (value === '') return ts('settings.empty')
  if (valueType === 'boolean') return ts(value === 'true' ? 'settings.on' : 'settings.off')
  if (choices && choices.length > 0) return choiceOf(key, value)
  if (valueType === 'json') return structureOf(key, value) ?? value
  return valueType === 'integer' ? numberOf(key, value) : value
}

/** A number as the language writes it, with its unit. Ports are names rather than numbers. */
function numberOf(key: string, value: string): string {
  const number = Number(value)
  if (!Number.isFinite(number) || /(^|[._])port$/.test(key)) return value
  if (unitNameOf(key) === 'percent') return formatPercent(number / 100)
  const unit = unitOf(key)
  return unit ? `${formatNumber(number)} ${unit}` : formatNumber(number)
}

/** A structured value in words; null if it has none here. */
function structureOf(key: string, value: string): string | null {
  const parts: unknown = parsed(value)
  if (typeof parts !== 'object' || parts === null) return null
  if (key === 'tasks.quiet_hours') {
    const { enabled, from, to, timezone } = parts as Record<string, unknown>
    return enabled
      ? ts('settings.quietHours', { from: `${from}`, to: `${to}`, timezone: `${timezone}` })
      : ts('settings.off')
  }
  if (key === 'tasks.retention') {
    const { completedDays, failedDays } = parts as Record<string, unknown>
    return ts('settings.taskDays', { completed: Number(completedDays), failed: Number(failedDays) })
  }
  return null
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}
