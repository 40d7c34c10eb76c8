import { PASSWORD_MIN } from '@gmb-moments/backend/contract/limits';

/** Rule of a form item that holds a new password. */
export const NEW_PASSWORD_RULE = {
  required: true,
  min: PASSWORD_MIN,
  message: `Enter at least ${PASSWORD_MIN} characters`,
};
