import type { Reader, Write } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import { createSeal, type Seal } from '../../../kernel/seal'
import { hashOfRecoveryCode } from './recovery-code.rules'

import { takeRecoveryCode, takeStep, totpOf } from './second-factor.store'
import { stepOfCode } from './totp.rules'

/** Checks the second factor. */
export interface SecondFactor {
  /** Verifies and redeems a code of an app, or a recovery code. */
  check(userPk: number, code: string): Promise<boolean>
  readonly seal: Seal
}

export function createSecondFactor(options: {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly secret: Uint8Array
}): SecondFactor {
  const { reader, write, now } = options
  const seal = createSeal(options.secret, 'totp')
  return {
    seal,
    async check(userPk, code) {
      const recovery = hashOfRecoveryCode(code)
      if (recovery !== null) return write(tx => takeRecoveryCode(tx, userPk, recovery))
      const totp = await totpOf(reader, userPk)
      const secret = totp && seal.open(totp.sealed)
      const step = secret && stepOfCode(secret, code, now())
      return step ? write(tx => takeStep(tx, userPk, step)) : false
    },
  }
}
