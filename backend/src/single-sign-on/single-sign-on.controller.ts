import { Controller, HttpCode, Post, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { By, type StaffActor } from '../access/actor.js';
import { Can, MainHostOnly, Public } from '../access/can.decorator.js';
import {
  BeginSignInBody,
  FinishSignInBody,
  PasswordSignInBody,
  type BegunSignInView,
  type FinishedSignInView,
  type SingleLogoutView,
} from '../contract/single-sign-on.js';
import { Body, Operation } from '../platform/http/operation.js';
import { SingleSignOnService } from './single-sign-on.service.js';

/** Sign-in by a provider of OpenID Connect, where one is configured. */
@ApiTags('auth')
@Controller('api/single-sign-on')
export class SingleSignOnController {
  constructor(private readonly singleSignOn: SingleSignOnService) {}

  @Post('begin')
  @Operation('Begin a sign-in by the provider', { errors: ['NOT_FOUND', 'PROVIDER_UNAVAILABLE', 'TOO_MANY_REQUESTS'] })
  @Public()
  @MainHostOnly()
  @HttpCode(200)
  begin(@Req() request: Request, @Body() body: BeginSignInBody): Promise<BegunSignInView> {
    return this.singleSignOn.begin(request, body);
  }

  @Post('finish')
  @Operation("Finish a sign-in by the provider, once; the answer sets the session's cookie", {
    errors: [
      'NOT_FOUND',
      'SIGN_IN_EXPIRED',
      'SIGN_IN_CANCELLED',
      'EMAIL_NOT_VERIFIED',
      'NOT_A_MEMBER',
      'REMOVED_FROM_TEAM',
      'LINKED_TO_ANOTHER',
      'PROVIDER_REFUSED',
      'PROVIDER_UNAVAILABLE',
      'TOO_MANY_REQUESTS',
    ],
  })
  @Public()
  @MainHostOnly()
  @HttpCode(200)
  finish(@Req() request: Request, @Body() body: FinishSignInBody): Promise<FinishedSignInView> {
    return this.singleSignOn.finish(request, body);
  }

  @Post('logout')
  @Operation('Sign out here, and get where to sign out of the provider')
  @Public()
  @MainHostOnly()
  @HttpCode(200)
  logout(@Req() request: Request): Promise<SingleLogoutView> {
    return this.singleSignOn.logout(request);
  }

  @Put('passwords')
  @Can('settings.manage')
  @Operation('Let passwords sign people in, or single sign-on alone; all others are signed out then', {
    errors: ['NOT_FOUND', 'SINGLE_SIGN_ON_NEEDED'],
  })
  @HttpCode(204)
  allowPasswords(@Req() request: Request, @Body() body: PasswordSignInBody, @By() by: StaffActor): Promise<void> {
    return this.singleSignOn.allowPasswords(request, body, by);
  }
}
