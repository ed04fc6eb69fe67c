import { LIMITS } from '../kernel/limits'

/** Limits for one untrusted file. Each figure is enforced where it is used. */
export const FORMAT_LIMITS = LIMITS.files
