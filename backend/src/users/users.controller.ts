import { Controller, Delete, Get, HttpCode, Patch, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { Body, Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { RemoveUserQuery, UpdateUserBody, type MemberView } from '../contract/auth.js';
import { PageQuery } from '../contract/paging.js';
import { UsersService } from './users.service.js';

@ApiTags('users')
@Controller('api/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Can('team.read')
  @Operation('List the members of staff')
  async list(
    @Query() query: PageQuery,
    @By() by: StaffActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberView[]> {
    return sendPage(response, await this.users.list(query, by));
  }

  @Patch(':id')
  @Can('team.manage')
  @Operation('Change role and scope of a member of staff, which counts at once, in open pages too', {
    errors: ['LAST_ADMIN'],
  })
  update(@Id('Member of staff') id: string, @Body() body: UpdateUserBody, @By() by: StaffActor): Promise<MemberView> {
    return this.users.change(id, body, by);
  }

  @Delete(':id')
  @Can('team.manage')
  @Operation('Remove a colleague; their sessions end, and somebody else may take over their clients', {
    errors: ['OWN_ACCOUNT', 'LAST_ADMIN'],
  })
  @HttpCode(204)
  remove(@Id('Member of staff') id: string, @Query() query: RemoveUserQuery, @By() by: StaffActor): Promise<void> {
    return this.users.remove(id, query, by);
  }

  @Delete(':id/sessions')
  @Can('team.manage')
  @Operation('End all sessions of a member of staff')
  @HttpCode(204)
  endSessions(@Id('Member of staff') id: string, @By() by: StaffActor): Promise<void> {
    return this.users.endSessions(id, by);
  }
}
