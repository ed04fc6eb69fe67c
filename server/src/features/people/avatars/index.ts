/** Profile pictures: uploaded by their user, re-encoded as a small square. */
export { avatarRoutes } from './avatars.routes'
