import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import {
  MailPreviewQuery,
  MailsQuery,
  type MailPreview,
  type MailServerView,
  type MailView,
} from '../contract/mails.js';
import { Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { MailsService } from './mails.service.js';

@ApiTags('mails')
@Controller('api')
export class MailsController {
  constructor(private readonly mails: MailsService) {}

  @Get('mails')
  @Can('mail.read')
  @Operation('List the outbox, newest first')
  async list(
    @By() by: StaffActor,
    @Query() query: MailsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MailView[]> {
    return sendPage(response, await this.mails.list(query, by));
  }

  @Get('mail-server')
  @Can('mail.read')
  @Operation('Check how mails are sent')
  server(): Promise<MailServerView> {
    return this.mails.server();
  }

  @Get('mail-preview')
  @Can('mail.read')
  @Operation('See a mail of one kind, with made-up facts')
  preview(
    @Query() query: MailPreviewQuery,
    @Req() { protocol, host }: Request,
    @By() by: StaffActor,
  ): Promise<MailPreview> {
    return this.mails.preview(query, `${protocol}://${host}`, by);
  }

  @Post('mails/test')
  @Can('settings.manage')
  @Operation('Send a mail to oneself', { errors: ['NO_MAIL_SERVER', 'MAIL_FAILED', 'TOO_MANY_REQUESTS'] })
  @HttpCode(204)
  test(@By() by: StaffActor, @Req() { protocol, host }: Request): Promise<void> {
    return this.mails.sendTest(by, `${protocol}://${host}`);
  }

  @Post('mails/:id/send-again')
  @Can('mail.send')
  @Operation('Send a mail that was not sent', { errors: ['NO_MAIL_SERVER', 'MAIL_SENT'] })
  @HttpCode(200)
  sendAgain(@Id('Mail') id: string, @By() by: StaffActor): Promise<MailView> {
    return this.mails.sendAgain(id, by);
  }
}
