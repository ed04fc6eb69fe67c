import { parseArgs } from 'node:util'
import { nearest } from '../config'
import { type Command, type Option, UsageError } from './command'

export interface ParsedArguments {
  readonly names: readonly string[]
  readonly options: Readonly<Record<string, string | boolean>>
}

/**
 * Validates the arguments of a command.
 * @throws UsageError
 */
export function parseArguments(command: Command, args: readonly string[]): ParsedArguments {
  const known = command.options
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(known).map(([name, option]) => [name, shape(option)])),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const names: string[] = []
  const options: Record<string, string | boolean> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') names.push(token.value)
    if (token.kind !== 'option') continue
    const option = known[token.name]
    if (!option) throw new UsageError(unknownOption(token.rawName, Object.keys(known)))
    options[token.name] = checkedValue(token.rawName, option, token.value)
  }
  checkCount(command, names)
  return { names, options }
}

function shape(option: Option): { type: 'string' | 'boolean'; short?: string } {
  return { type: option.value ? 'string' : 'boolean', ...(option.short && { short: option.short }) }
}

function checkedValue(name: string, option: Option, value: string | undefined): string | boolean {
  if (!option.value) {
    if (value !== undefined) throw new UsageError(`${name} takes no value.`)
    return true
  }
  if (value === undefined || value === '') throw new UsageError(`${name} needs a value: ${name} ${option.value}`)
  return value
}

function unknownOption(name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  return `Unknown option ${name}.${meant ? ` Did you mean --${meant}?` : ''}`
}

/** Never repeats what is surplus: it may be the value of a mistyped option, such as a password. */
function checkCount({ takes, words }: Command, names: readonly string[]): void {
  const { min, max, shown } = takes ?? { min: 0, max: 0, shown: '' }
  if (names.length > max) {
    throw new UsageError(
      `Unexpected argument for octavo ${words.join(' ')}: it takes ${max === 0 ? 'none' : `only ${shown}`}.`,
    )
  }
  if (names.length < min) throw new UsageError(`octavo ${words.join(' ')} needs ${shown}.`)
}
