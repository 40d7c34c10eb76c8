import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-local';
import { AppError } from '../common/errors.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { isPassword } from './passwords.js';

/** Signs in with e-mail and password; the answer never tells whether the e-mail is known. */
@Injectable()
export class LocalStrategy extends PassportStrategy(Strategy) {
  constructor(private readonly users: UsersService) {
    super({ usernameField: 'email' });
  }

  async validate(email: string, password: string): Promise<User> {
    const user = await this.users.byEmail(email);
    if (await isPassword(password, user?.passwordHash)) return user!;
    throw new AppError(401, 'WRONG_CREDENTIALS', 'The e-mail or the password is wrong.');
  }
}
