import { Controller, Delete, Get, HttpCode, Post, Put, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { By, type StaffActor } from '../access/actor.js';
import { Can } from '../access/can.decorator.js';
import {
  AddAuthenticatorBody,
  ConfirmBody,
  RequirementBody,
  type AuthenticatorKeyView,
  type FactorsView,
  type RecoveryCodesView,
} from '../contract/factors.js';
import { Body, Id, Operation } from '../platform/http/operation.js';
import { CurrentUser } from '../users/current-user.decorator.js';
import type { User } from '../users/user.entity.js';
import { FactorsService } from './factors.service.js';

/** Second factors of members of staff. */
@ApiTags('auth')
@Controller('api')
export class FactorsController {
  constructor(private readonly factors: FactorsService) {}

  @Get('factors')
  @Can('account.secure')
  @Operation('Get the own second factors')
  view(@CurrentUser() user: User): Promise<FactorsView> {
    return this.factors.view(user);
  }

  @Post('factors/authenticator/key')
  @Can('account.secure')
  @Operation('Make a secret for an authenticator app; nothing is set up until its first code was sent')
  @HttpCode(200)
  newKey(@CurrentUser() user: User): AuthenticatorKeyView {
    return this.factors.newKey(user);
  }

  @Post('factors/authenticator')
  @Can('account.secure')
  @Operation('Set up an authenticator app by its first code, in place of one of before; all other sessions end', {
    errors: ['TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  add(
    @Req() request: Request,
    @CurrentUser() user: User,
    @Body() body: AddAuthenticatorBody,
  ): Promise<RecoveryCodesView> {
    return this.factors.addAuthenticator(request, user, body);
  }

  @Post('factors/authenticator/remove')
  @Can('account.use')
  @Operation('Remove the authenticator app; all other sessions end, and the recovery codes with the last factor', {
    errors: ['SECOND_FACTOR_NEEDED', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(204)
  remove(@Req() request: Request, @CurrentUser() user: User, @Body() body: ConfirmBody): Promise<void> {
    return this.factors.removeAuthenticator(request, user, body);
  }

  @Post('factors/recovery-codes')
  @Can('account.use')
  @Operation('Make ten new recovery codes, which are shown this once; those of before end', {
    errors: ['NO_SECOND_FACTOR', 'TOO_MANY_REQUESTS'],
  })
  @HttpCode(200)
  renewCodes(
    @Req() request: Request,
    @CurrentUser() user: User,
    @Body() body: ConfirmBody,
  ): Promise<RecoveryCodesView> {
    return this.factors.renewCodes(request, user, body);
  }

  @Put('factors/requirement')
  @Can('settings.manage')
  @Operation('Require a second factor of all members of staff, or of none; who has none is signed out', {
    errors: ['NO_SECOND_FACTOR'],
  })
  @HttpCode(204)
  require(@Body() { isRequired }: RequirementBody, @By() by: StaffActor): Promise<void> {
    return this.factors.require(isRequired, by);
  }

  @Delete('users/:id/factors')
  @Can('team.manage')
  @Operation('Remove the second factors of a colleague, who lost them; their sessions end', { errors: ['OWN_ACCOUNT'] })
  @HttpCode(204)
  reset(@Id('Member of staff') id: string, @By() by: StaffActor): Promise<void> {
    return this.factors.reset(id, by);
  }
}
