import { Controller, HttpCode, Patch, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Can, MainHostOnly, Public } from '../access/can.decorator.js';
import type { UserView } from '../contract/auth.js';
import { ConfirmBody, type RecoveryCodesView } from '../contract/factors.js';
import {
  AddPasskeyBody,
  PasskeyLoginBody,
  RenamePasskeyBody,
  type PasskeyOptionsView,
  type PasskeyView,
} from '../contract/passkeys.js';
import { Body, Id, Operation } from '../platform/http/operation.js';
import { CurrentUser } from '../users/current-user.decorator.js';
import type { User } from '../users/user.entity.js';
import { AuthService } from './auth.service.js';
import { PasskeysService } from './passkeys.service.js';

/** The own passkeys, and signing in by one. */
@ApiTags('auth')
@Controller('api')
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly auth: AuthService,
  ) {}

  @Post('passkeys/options')
  @Can('account.secure')
  @Operation('Get what the browser makes a passkey with; valid in this session for five minutes', {
    errors: ['TOO_MANY_PASSKEYS', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  newOptions(
    @Req() request: Request,
    @CurrentUser() user: User,
    @Body() body: ConfirmBody,
  ): Promise<PasskeyOptionsView> {
    return this.passkeys.newOptions(request, user, body);
  }

  @Post('passkeys')
  @Can('account.secure')
  @Operation('Add a passkey that the browser made; all other sessions end, and the first factor makes recovery codes', {
    errors: ['PASSKEY_KNOWN', 'TOO_MANY_PASSKEYS'],
  })
  @HttpCode(200)
  add(@Req() request: Request, @CurrentUser() user: User, @Body() body: AddPasskeyBody): Promise<RecoveryCodesView> {
    return this.passkeys.add(request, user, body);
  }

  @Patch('passkeys/:id')
  @Can('account.use')
  @Operation('Rename a passkey')
  rename(@CurrentUser() user: User, @Id('Passkey') id: string, @Body() body: RenamePasskeyBody): Promise<PasskeyView> {
    return this.passkeys.rename(user, id, body);
  }

  @Post('passkeys/:id/remove')
  @Can('account.use')
  @Operation('Remove a passkey; all other sessions end, and the recovery codes with the last factor', {
    errors: ['SECOND_FACTOR_NEEDED', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(204)
  remove(
    @Req() request: Request,
    @CurrentUser() user: User,
    @Id('Passkey') id: string,
    @Body() body: ConfirmBody,
  ): Promise<void> {
    return this.passkeys.remove(request, user, id, body);
  }

  @Post('login/options')
  @Public()
  @MainHostOnly()
  @Operation('Get what the browser asks for a passkey with, to sign in within five minutes')
  @HttpCode(200)
  signInOptions(@Req() request: Request): Promise<PasskeyOptionsView> {
    return this.passkeys.signInOptions(request);
  }

  @Post('login/passkey')
  @Public()
  @MainHostOnly()
  @Operation("Sign in with a passkey alone; the answer sets the session's cookie", {
    errors: ['WRONG_CREDENTIALS', 'PASSWORDS_OFF', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  async signIn(@Req() request: Request, @Body() { passkey }: PasskeyLoginBody): Promise<UserView> {
    return this.auth.signIn(request, await this.passkeys.signIn(request, passkey), 'passkey');
  }
}
