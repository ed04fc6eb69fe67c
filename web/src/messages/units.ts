import { remember } from './catalogue'

/** A short number with its unit: "2.6s", in French "2,6 s". The narrow form of French and Spanish lacks the space. */
export const unitFormat = (unit: string, maximumFractionDigits = 0): ((language: string) => Intl.NumberFormat) =>
  remember(language => {
    const unitDisplay = language.startsWith('en') ? 'narrow' : 'short'
    return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits })
  })
