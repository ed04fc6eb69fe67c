import { remember } from './catalogue'

/**
 * A short number with its unit: "2.6s", in French "2,6 s". The narrow form of French and Spanish lacks the space.
 * `full`: "2.6 seconds", to be read out.
 */
export const unitFormat = (
  unit: string,
  maximumFractionDigits = 0,
  words: 'short' | 'full' = 'short',
): ((language: string) => Intl.NumberFormat) =>
  remember(language => {
    const short = language.startsWith('en') ? 'narrow' : 'short'
    const unitDisplay = words === 'full' ? 'long' : short
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits })
  })
