import { LIMITS } from '../kernel/limits'

/** What one untrusted file may ask of us. Each figure is enforced where it is used. */
export const FORMAT_LIMITS = LIMITS.files
