import { Body, Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { NoFields } from '../common/no-fields.decorator.js';
import { ChangePasswordBody, LoginBody, RegisterBody, type UserView } from '../contract/auth.js';
import type { User } from '../users/user.entity.js';
import { presentUser } from '../users/users.service.js';
import { AuthService } from './auth.service.js';
import { CurrentUser } from './current-user.decorator.js';
import { MainHostOnly, Public } from './public.decorator.js';

@ApiTags('auth')
@Controller('api')
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @Get('user')
  user(@CurrentUser() user: User): UserView {
    return presentUser(user);
  }

  @Post('user/password')
  @HttpCode(204)
  changePassword(@Req() request: Request, @CurrentUser() user: User, @Body() body: ChangePasswordBody): Promise<void> {
    return this.auth.changePassword(request, user, body);
  }

  @Post('login')
  @Public()
  @MainHostOnly()
  @HttpCode(200)
  async login(@Req() request: Request, @Body() body: LoginBody): Promise<UserView> {
    return presentUser(await this.auth.login(request, body));
  }

  @Post('register')
  @Public()
  @MainHostOnly()
  async register(@Req() request: Request, @Body() body: RegisterBody): Promise<UserView> {
    return presentUser(await this.auth.register(request, body));
  }

  @Post('logout')
  @Public()
  @MainHostOnly()
  @HttpCode(204)
  logout(@Req() request: Request, @NoFields() _none: void): Promise<void> {
    return this.auth.logout(request);
  }
}
