import { Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Can } from '../access/can.decorator.js';
import { staffOriginOf } from '../access/hosts.js';
import { By, type StaffActor } from '../access/actor.js';
import type { Config } from '../config.js';
import { PageQuery } from '../contract/paging.js';
import { InviteBody, type InvitationView } from '../contract/password-links.js';
import { CONFIG } from '../platform/config.module.js';
import { Body, Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { InvitationsService } from './invitations.service.js';

/** Invitations of colleagues, for signed-in staff. */
@ApiTags('users')
@Controller('api/invitations')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  // Who has the address of an invitation gets its role.
  @Get()
  @Can('team.manage')
  @Operation('List the invitations that were not accepted yet, newest first')
  async list(
    @Query() query: PageQuery,
    @By() by: StaffActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<InvitationView[]> {
    return sendPage(response, await this.invitations.list(query, by));
  }

  @Post()
  @Can('team.manage')
  @Operation('Invite a colleague by mail, with a role and a scope, who chooses a password within seven days', {
    errors: ['EMAIL_TAKEN', 'TOO_MANY_REQUESTS'],
  })
  invite(@Body() body: InviteBody, @By() by: StaffActor, @Req() request: Request): Promise<InvitationView> {
    return this.invitations.invite(body, { by, origin: staffOriginOf(this.config, request) });
  }

  @Post(':id/resend')
  @Can('team.manage')
  @Operation('Invite again, with a new link; the one before ends', { errors: ['TOO_MANY_REQUESTS'] })
  @HttpCode(200)
  resend(@Id('Invitation') id: string, @By() by: StaffActor, @Req() request: Request): Promise<InvitationView> {
    return this.invitations.resend(id, { by, origin: staffOriginOf(this.config, request) });
  }

  @Delete(':id')
  @Can('team.manage')
  @Operation('Revoke an invitation; its link ends')
  @HttpCode(204)
  revoke(@Id('Invitation') id: string, @By() by: StaffActor): Promise<void> {
    return this.invitations.revoke(id, by);
  }
}
