/** Addresses, and programs that sign a file in place of its author. */
const NO_PERSON =
  /^(?:[a-z]+:\/\/.*|www\..*|(?:adobe |microsoft )?(?:acrobat|indesign|illustrator|photoshop|word|powerpoint|imagemagick|ghostscript|calibre|pdftex|latex|libreoffice|openoffice(?:\.org)?|img2pdf|pandoc|scribus|quarkxpress)(?: (?:cc|cs\d|distiller|pro))?(?:[ /]v?[\d.]+)?|writer)$/i

/** Whether a name in a file may be that of a person. */
export const isPerson = (name: string) => !NO_PERSON.test(name.trim())
