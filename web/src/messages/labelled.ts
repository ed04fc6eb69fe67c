import { currentLanguage } from './language'

/** A label and its value: "Read: 3". French has a space before the colon, which stays on the line of the label. */
export const labelled = (label: string, value: string | number): string =>
  `${label}${currentLanguage() === 'fr' ? '\u00a0' : ''}: ${value}`
