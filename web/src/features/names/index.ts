/** Links to the pages of people, genres, tags and other names. */
export { placeOfField } from './name-kinds'
