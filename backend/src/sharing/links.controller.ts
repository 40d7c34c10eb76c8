import { Controller, Get, HttpCode, Inject, Patch, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Can } from '../access/can.decorator.js';
import { staffOriginOf } from '../access/hosts.js';
import { By, type Actor, type StaffActor } from '../access/actor.js';
import type { Config } from '../config.js';
import {
  RevokeBody,
  ShareBody,
  UpdateLinkBody,
  UpdateSharingBody,
  type LinkView,
  type SharingView,
} from '../contract/links.js';
import { CONFIG } from '../platform/config.module.js';
import { Body, Id, Operation } from '../platform/http/operation.js';
import { LinksService } from './links.service.js';
import { SharingService, type Sharer } from './sharing.service.js';

/** Sharing for signed-in staff: open links, and reviewers' own links. */
@ApiTags('links')
@Controller('api')
export class LinksController {
  constructor(
    private readonly sharing: SharingService,
    private readonly links: LinksService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('moments/:id/sharing')
  @Can('review.read')
  @Operation('Get who may see a moment')
  ofMoment(@Id('Moment') id: string, @By() by: StaffActor): Promise<SharingView> {
    return this.sharing.get('moments', id, by);
  }

  @Patch('moments/:id/sharing')
  @Can('review.share')
  @Operation('Change how a moment is shared: whether its open link works, and the due date')
  updateMoment(@Id('Moment') id: string, @Body() body: UpdateSharingBody, @By() by: StaffActor): Promise<SharingView> {
    return this.sharing.update('moments', id, body, by);
  }

  @Post('moments/:id/links')
  @Can('review.share')
  @Operation('Give reviewers their own links to a moment', { errors: ['TOO_MANY_REQUESTS'] })
  @HttpCode(200)
  shareMoment(
    @Id('Moment') id: string,
    @Body() body: ShareBody,
    @By() by: StaffActor,
    @Req() request: Request,
  ): Promise<SharingView> {
    return this.sharing.share('moments', id, body, this.sharer(by, request));
  }

  @Get('gmb-optimizations/:id/sharing')
  @Can('review.read')
  @Operation('Get who may see an optimization')
  ofOptimization(@Id('Optimization') id: string, @By() by: StaffActor): Promise<SharingView> {
    return this.sharing.get('gmb-optimizations', id, by);
  }

  @Patch('gmb-optimizations/:id/sharing')
  @Can('review.share')
  @Operation('Change how an optimization is shared: whether its open link works, and the due date')
  updateOptimization(
    @Id('Optimization') id: string,
    @Body() body: UpdateSharingBody,
    @By() by: StaffActor,
  ): Promise<SharingView> {
    return this.sharing.update('gmb-optimizations', id, body, by);
  }

  @Post('gmb-optimizations/:id/links')
  @Can('review.share')
  @Operation('Give reviewers their own links to an optimization', { errors: ['TOO_MANY_REQUESTS'] })
  @HttpCode(200)
  shareOptimization(
    @Id('Optimization') id: string,
    @Body() body: ShareBody,
    @By() by: StaffActor,
    @Req() request: Request,
  ): Promise<SharingView> {
    return this.sharing.share('gmb-optimizations', id, body, this.sharer(by, request));
  }

  @Get('clients/:id/sharing')
  @Can('review.read')
  @Operation('Get who may see all open work of a client')
  ofClient(@Id('Client') id: string, @By() by: StaffActor): Promise<SharingView> {
    return this.sharing.get('clients', id, by);
  }

  @Patch('clients/:id/sharing')
  @Can('review.share')
  @Operation("Change how a client's work is shared: whether open links work, and the default reminders")
  updateClient(@Id('Client') id: string, @Body() body: UpdateSharingBody, @By() by: StaffActor): Promise<SharingView> {
    return this.sharing.update('clients', id, body, by);
  }

  @Post('clients/:id/links')
  @Can('review.share')
  @Operation('Give reviewers their own links to all open work of a client', { errors: ['TOO_MANY_REQUESTS'] })
  @HttpCode(200)
  shareClient(
    @Id('Client') id: string,
    @Body() body: ShareBody,
    @By() by: StaffActor,
    @Req() request: Request,
  ): Promise<SharingView> {
    return this.sharing.share('clients', id, body, this.sharer(by, request));
  }

  @Patch('links/:id')
  @Can('review.share')
  @Operation("Change a reviewer's own link")
  change(@Id('Link') id: string, @Body() body: UpdateLinkBody, @By() by: StaffActor): Promise<LinkView> {
    return this.links.change(id, body, by);
  }

  @Post('links/:id/revoke')
  @Can('review.share')
  @Operation("Close a reviewer's own link", { errors: ['TOO_MANY_REQUESTS'] })
  @HttpCode(200)
  revoke(@Id('Link') id: string, @Body() body: RevokeBody, @By() by: StaffActor): Promise<LinkView> {
    return this.links.revoke(id, body, by);
  }

  @Post('links/:id/reminder/skip')
  @Can('review.share')
  @Operation('Leave out the next reminder of a reviewer')
  @HttpCode(200)
  skipReminder(@Id('Link') id: string, @By() by: StaffActor): Promise<LinkView> {
    return this.links.skipReminder(id, by);
  }

  @Post('links/:id/reminder/send')
  @Can('review.share')
  @Operation('Remind a reviewer now', {
    errors: [
      'NO_ADDRESS',
      'LINK_CLOSED',
      'NOTHING_TO_DECIDE',
      'NO_MAIL_SERVER',
      'MAILS_STOPPED',
      'REMINDED_TODAY',
      'TOO_MANY_REQUESTS',
    ],
  })
  @HttpCode(200)
  remind(@Id('Link') id: string, @By() by: StaffActor): Promise<LinkView> {
    return this.links.remind(id, by);
  }

  @Post('links/:id/restore')
  @Can('review.share')
  @Operation("Open a reviewer's own link again, as a new one")
  @HttpCode(200)
  restore(@Id('Link') id: string, @By() by: StaffActor): Promise<LinkView> {
    return this.links.restore(id, by);
  }

  @Post('links/:id/replace')
  @Can('review.share')
  @Operation("Replace a reviewer's own link by a new one, and close the old one", { errors: ['LINK_CLOSED'] })
  @HttpCode(200)
  replace(@Id('Link') id: string, @By() by: StaffActor): Promise<LinkView> {
    return this.links.replace(id, by);
  }

  @Post('links/:id/unlock')
  @Can('review.share')
  @Operation('Let a link take passcodes again, after too many wrong ones')
  @HttpCode(200)
  unlock(@Id('Link') id: string, @By() by: StaffActor): Promise<LinkView> {
    return this.links.unlock(id, by);
  }

  private sharer(by: Actor, request: Request): Sharer {
    return { by, origin: staffOriginOf(this.config, request) };
  }
}
