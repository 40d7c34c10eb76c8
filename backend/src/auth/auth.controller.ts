import { Controller, Get, HttpCode, Patch, Post, Req, UseGuards, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Body, Operation } from '../platform/http/operation.js';
import type { Request } from 'express';
import { By, type StaffActor } from '../access/actor.js';
import { Can, MainHostOnly, Public } from '../access/can.decorator.js';
import { ChangePasswordBody, LoginBody, RegisterBody, UpdateAccountBody, type UserView } from '../contract/auth.js';
import { InTurn } from '../platform/limits/in-turn.interceptor.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { AuthService } from './auth.service.js';
import { CurrentUser } from '../users/current-user.decorator.js';
import { LocalAuthGuard } from './passport.js';

@ApiTags('auth')
@Controller('api')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly users: UsersService,
  ) {}

  @Get('user')
  @Can('account.secure')
  @Operation("Get the signed-in member of staff; the answer sends the session's cookie again")
  user(@Req() request: Request, @CurrentUser() user: User): Promise<UserView> {
    return this.auth.current(request, user);
  }

  @Patch('user')
  @Can('account.use')
  @Operation('Change the own name')
  update(@Body() body: UpdateAccountBody, @By() by: StaffActor): Promise<UserView> {
    return this.users.changeAccount(body, by);
  }

  @Post('user/password')
  @Can('account.use')
  @Operation('Change the own password; all other sessions end', { errors: ['TOO_MANY_REQUESTS'] })
  @HttpCode(204)
  changePassword(@Req() request: Request, @CurrentUser() user: User, @Body() body: ChangePasswordBody): Promise<void> {
    return this.auth.changePassword(request, user, body);
  }

  @Post('login')
  @Operation("Sign in; the answer sets the session's cookie", {
    errors: ['WRONG_CREDENTIALS', 'SECOND_FACTOR_REQUIRED', 'PASSWORDS_OFF', 'TOO_MANY_REQUESTS'],
  })
  @Public()
  @MainHostOnly()
  @UseGuards(LocalAuthGuard)
  @HttpCode(200)
  login(@Req() request: Request, @CurrentUser() user: User, @Body() body: LoginBody): Promise<UserView> {
    return this.auth.signInByPassword(request, user, body);
  }

  @Post('register')
  @Operation('Add a member of staff; the first one signs up without a session', {
    errors: ['REGISTRATION_CLOSED', 'NOT_PERMITTED', 'SECOND_FACTOR_MISSING', 'PASSWORDS_OFF', 'EMAIL_TAKEN'],
  })
  @Public()
  @MainHostOnly()
  @UseInterceptors(InTurn)
  async register(@Req() request: Request, @Body() body: RegisterBody): Promise<UserView> {
    const { id } = await this.auth.register(request, body);
    return this.users.get(id);
  }

  @Post('logout')
  @Operation('Sign out')
  @Public()
  @MainHostOnly()
  @HttpCode(204)
  logout(@Req() request: Request): Promise<void> {
    return this.auth.logout(request);
  }
}
