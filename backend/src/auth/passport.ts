import type { Request } from 'express';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { AppError } from '../common/errors.js';
import type { User } from '../users/user.entity.js';
import type { UsersService } from '../users/users.service.js';
import { isPassword } from './passwords.js';

/** Injection token of the application's own Passport. */
export const PASSPORT = Symbol('PASSPORT');

/** A Passport of one application, where the package's own would be shared by all in the process. */
export type OwnPassport = passport.PassportStatic;

/** Signs in with e-mail and password, and keeps the user's id and credential version in the session. */
export function createPassport(users: UsersService): OwnPassport {
  const own = new passport.Passport() as OwnPassport;
  own.use(
    new Strategy({ usernameField: 'email' }, (email, password, done) => {
      checkPassword(users, email, password).then((user) => done(null, user), done);
    }),
  );
  own.serializeUser<string, Request>((request, user, done) => {
    const { id, credentialVersion } = user as User;
    request.session.credentialVersion = credentialVersion;
    done(null, id);
  });
  own.deserializeUser<string, Request>((request, _id, done) => {
    users.bySession(request.sessionID).then((user) => done(null, user ?? false), done);
  });
  return own;
}

// The answer does not tell whether the e-mail is known.
async function checkPassword(users: UsersService, email: string, password: string): Promise<User> {
  const user = await users.byEmail(email);
  if (await isPassword(password, user?.passwordHash)) return user!;
  throw new AppError(401, 'WRONG_CREDENTIALS', 'The e-mail or the password is wrong.');
}
