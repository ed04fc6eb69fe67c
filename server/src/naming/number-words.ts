/**
 * What stands before a number in file names of comics in English, French, German and Spanish, as parts of patterns.
 * `T01` is a French volume, while `T2` may be a title.
 */
export const VOLUME_WORDS = String.raw`v(?:ol(?:ume)?)?|tom[eo]|band|bd|t(?=\.?\d{2,3}(?!\d))`
export const CHAPTER_WORDS = 'c(?:h(?:ap(?:ter|itre)?)?)?|kap(?:itel)?|cap(?:[ií]tulo)?'
export const OTHER_WORDS = 'part|pt|issue|ep(?:isode)?|no'
