import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from './lazy-screen'
import { rootRoute } from './root.route'

export const registerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: lazyScreen(() => import('../features/auth/register-page'), 'RegisterPage'),
})

export const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyScreen(() => import('../features/auth/forgot-password-page'), 'ForgotPasswordPage'),
})

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyScreen(() => import('../features/auth/reset-password-page'), 'ResetPasswordPage'),
})

export const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyScreen(() => import('../features/auth/verify-email-page'), 'VerifyEmailPage'),
})

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { next?: string; problem?: string; other?: boolean } => ({
    ...(typeof search.next === 'string' && { next: search.next }),
    ...(typeof search.problem === 'string' && { problem: search.problem }),
    ...(search.other === true && { other: true }),
  }),
  component: lazyScreen(() => import('../features/auth/sign-in-page'), 'SignInPage'),
})

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed-in',
  validateSearch: (search: Record<string, unknown>): { next?: string } =>
    typeof search.next === 'string' ? { next: search.next } : {},
  component: lazyScreen(() => import('../features/auth/signed-in-page'), 'SignedInPage'),
})

export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  validateSearch: (search: Record<string, unknown>): { token?: string; step?: 'folder' } => ({
    // The router parses a token of digits as a number.
    ...(search.token !== undefined && { token: String(search.token) }),
    ...(search.step === 'folder' && { step: 'folder' as const }),
  }),
  component: lazyScreen(() => import('../features/setup/setup-page'), 'SetupPage'),
})
