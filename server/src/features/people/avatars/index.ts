/** A person's own picture in the archive of their data. */
export { avatarPart } from './avatar-part'
/** Profile pictures: uploaded by their user, re-encoded as a small square. */
export { avatarRoutes } from './avatars.routes'
