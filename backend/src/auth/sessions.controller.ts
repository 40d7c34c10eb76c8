import { Controller, Delete, Get, HttpCode, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { By, type StaffActor } from '../access/actor.js';
import { Can } from '../access/can.decorator.js';
import { PageQuery } from '../contract/paging.js';
import type { SessionView } from '../contract/sessions.js';
import { Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { SessionsService } from './sessions.service.js';

/** The own sessions of the signed-in member of staff. */
@ApiTags('auth')
@Controller('api/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Can('account.use')
  @Operation('List the own sessions, by device; the one that asks is the first')
  async list(
    @By() by: StaffActor,
    @Req() { sessionID }: Request,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionView[]> {
    return sendPage(response, await this.sessions.list(by, sessionID, query));
  }

  @Delete()
  @Can('account.use')
  @Operation('End all other own sessions')
  @HttpCode(204)
  endOthers(@By() by: StaffActor, @Req() { sessionID }: Request): Promise<void> {
    return this.sessions.endOthers(by, sessionID);
  }

  @Delete(':id')
  @Can('account.use')
  @Operation('End one of the own sessions')
  @HttpCode(204)
  end(@By() by: StaffActor, @Id('Session') id: string): Promise<void> {
    return this.sessions.end(by, id);
  }
}
