import type { Contributor } from './facts'

const ADDRESS = /^(?:[a-z]+:\/\/|www\.\S)/i

/** Programs that sign a PDF in place of its author, with a version and what they add in brackets. */
const PROGRAM =
  /^(?:(?:(?:adobe|microsoft)®? )?(?:acrobat|indesign|illustrator|photoshop|word|powerpoint|office user|imagemagick|ghostscript|calibre|pdftex|latex|libreoffice|openoffice(?:\.org)?|img2pdf|pandoc|scribus|quarkxpress)(?: (?:cc|cs\d|distiller|pro))?(?:[ /]v?[\d.]+)?(?: \([^)]*\))?(?: \[[^\]]*\])?|writer)$/i

/** Of the people that a source names, those that are no addresses. */
export const withoutAddresses = (people: readonly Contributor[]) =>
  people.filter(({ name }) => !ADDRESS.test(name.trim()))

/**
 * Whether a PDF was signed by a person. Only there: people of comics and ebooks are named on purpose, and an artist may
 * be called Word.
 */
export const isSignature = (name: string) => !ADDRESS.test(name.trim()) && !PROGRAM.test(name.trim())
