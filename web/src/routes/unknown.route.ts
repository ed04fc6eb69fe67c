import { createRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../ui/not-found-page'
import { appRoute } from './app.route'

/** Every other address, inside the frame with navigation. */
export const unknownRoute = createRoute({ getParentRoute: () => appRoute, path: '$', component: NotFoundPage })
