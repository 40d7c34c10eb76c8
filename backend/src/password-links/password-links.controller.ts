import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { MainHostOnly, Public } from '../access/can.decorator.js';
import { AuthService } from '../auth/auth.service.js';
import type { UserView } from '../contract/auth.js';
import {
  PasswordLinkBody,
  PasswordResetBody,
  UsePasswordLinkBody,
  type PasswordLinkView,
  type PasswordResetsView,
} from '../contract/password-links.js';
import { Body, Operation } from '../platform/http/operation.js';
import { PasswordLinksService } from './password-links.service.js';

/** Choosing passwords, for people without a session, on main hosts only. */
@ApiTags('auth')
@Public()
@MainHostOnly()
@Controller('api')
export class PasswordLinksController {
  constructor(
    private readonly links: PasswordLinksService,
    private readonly auth: AuthService,
  ) {}

  @Get('password-resets')
  @Operation('Get how a forgotten password is replaced')
  resets(): PasswordResetsView {
    return this.links.resets();
  }

  @Post('password-resets')
  @Operation('Ask for a mail with a link to a new password; the answer does not say whether the account exists', {
    errors: ['PASSWORDS_OFF', 'NO_MAIL_SERVER', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(204)
  requestReset(@Body() { email }: PasswordResetBody, @Req() { ip }: Request): Promise<void> {
    return this.links.requestReset(email, ip);
  }

  @Post('password-links/check')
  @Operation('Get what a link is for, by which a password is chosen', { errors: ['NOT_FOUND', 'TOO_MANY_REQUESTS'] })
  @HttpCode(200)
  check(@Body() { token }: PasswordLinkBody, @Req() { ip }: Request): Promise<PasswordLinkView> {
    return this.links.view(token, ip);
  }

  @Post('password-links/use')
  @Operation("Choose a password, once; the answer sets the session's cookie, and all other sessions end", {
    errors: ['PASSWORDS_OFF', 'NOT_FOUND', 'SECOND_FACTOR_REQUIRED', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  async use(@Req() request: Request, @Body() body: UsePasswordLinkBody): Promise<UserView> {
    return this.auth.signInByLink(request, await this.links.use(body, request.ip));
  }
}
