import { PASSWORD_MAX, PASSWORD_MIN } from '@gmb-moments/backend/contract/limits';

/** Rules of a form item that holds a new password. It is never cut: whoever pastes one would not know. */
export const NEW_PASSWORD_RULES = [
  { required: true, min: PASSWORD_MIN, message: `Enter at least ${PASSWORD_MIN} characters` },
  { max: PASSWORD_MAX, message: `Enter at most ${PASSWORD_MAX} characters` },
];
