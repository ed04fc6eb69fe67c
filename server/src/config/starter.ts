import { initialText, SETTING_KEYS, type SettingKey, settingOf } from './settings'
import { yaml } from './yaml'

const WIDTH = 100

/** A configuration file with every setting in it, each as a comment that shows its default. */
export function starterFile(): string {
  const parts = [
    '# Configuration of Octavo. Take away the # before a setting to change it.',
    '# Variables of the environment win over this file: OCTAVO_PORT over port, OCTAVO_LOG_LEVEL over log.level.',
  ]
  for (const key of SETTING_KEYS) {
    const about = settingOf(key).about.replaceAll('`', '"')
    parts.push('', ...wrap(about, WIDTH).map(line => `# ${line}`), `#${key}: ${example(key)}`)
  }
  return `${parts.join('\n')}\n`
}

function example(key: SettingKey): string {
  const { initial } = settingOf(key)
  if (initial === null || typeof initial === 'function') return `# default: ${initialText(key)}`
  return yaml().stringify(initial).trim()
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}
