// What all commands share, run in this process: none of these calls runs the command itself.
import { describe, expect, test } from 'bun:test'
import { COMMANDS } from './commands'
import { runCommandLine } from './index'

async function octavo(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCommandLine(args, {
    environment: { HOME: '/nowhere' },
    cwd: '/',
    print: line => void out.push(line),
    warn: line => void err.push(line),
  })
  return { code, out: out.join('\n'), err: err.join('\n') }
}

/** Swaps the last two letters, as in a common typing error. */
const mistyped = (word: string) => word.slice(0, -2) + word.slice(-1) + word.slice(-2, -1)

describe.each(COMMANDS.map(command => [command.words.join(' '), command] as const))('octavo %s', (name, command) => {
  test('--help and -h exit with 0', async () => {
    for (const help of ['--help', '-h']) {
      const { code, out, err } = await octavo(...command.words, help)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(out).toContain(`Usage: octavo ${name}`)
      for (const option of Object.keys(command.options)) expect(out).toContain(`--${option}`)
    }
  })

  test('a mistyped command exits with 2 and suggests the right one', async () => {
    const words = command.words.map((word, place) => (place === command.words.length - 1 ? mistyped(word) : word))
    const { code, out, err } = await octavo(...words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(`Did you mean octavo ${name}?`)
  })

  test('a mistyped option exits with 2 and suggests the right one; an unknown option gets no suggestion', async () => {
    for (const option of Object.keys(command.options)) {
      const { code, err } = await octavo(...command.words, `--${mistyped(option)}`)
      expect({ option, code }).toEqual({ option, code: 2 })
      expect(err).toContain(`Did you mean --${option}?`)
    }
    const { code, err } = await octavo(...command.words, '--zzzzzzzzzz')
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('Unknown option --zzzzzzzzzz') })
    expect(err).not.toContain('Did you mean')
  })
})
