export { ROUTES } from './routes'
