import { Controller, Delete, Get, HttpCode, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import type { UserView } from '../contract/auth.js';
import { PageQuery } from '../contract/paging.js';
import { UsersService } from './users.service.js';

@ApiTags('users')
@Controller('api/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @Can('team.read')
  @Operation('List the members of staff')
  async list(@Query() query: PageQuery, @Res({ passthrough: true }) response: Response): Promise<UserView[]> {
    return sendPage(response, await this.users.list(query));
  }

  @Delete(':id')
  @Can('team.manage')
  @Operation('Remove a colleague; their sessions end', { errors: ['OWN_ACCOUNT'] })
  @HttpCode(204)
  remove(@Id('Member of staff') id: string, @By() by: StaffActor): Promise<void> {
    return this.users.remove(id, by);
  }
}
