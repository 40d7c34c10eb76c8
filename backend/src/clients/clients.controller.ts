import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Staff } from '../auth/current-user.decorator.js';
import { Id } from '../common/id.decorator.js';
import { sendPage } from '../common/paging.js';
import { CreateClientBody, UpdateClientBody, type ClientView } from '../contract/clients.js';
import { PageQuery } from '../contract/paging.js';
import type { Actor } from '../history/history.service.js';
import { ClientsService } from './clients.service.js';

@ApiTags('clients')
@Controller('api/clients')
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  @Get()
  async list(@Query() query: PageQuery, @Res({ passthrough: true }) response: Response): Promise<ClientView[]> {
    return sendPage(response, await this.clients.list(query));
  }

  @Get(':id')
  get(@Id('Client') id: string): Promise<ClientView> {
    return this.clients.get(id);
  }

  @Post()
  create(@Body() body: CreateClientBody): Promise<ClientView> {
    return this.clients.create(body);
  }

  @Patch(':id')
  update(@Id('Client') id: string, @Body() body: UpdateClientBody, @Staff() by: Actor): Promise<ClientView> {
    return this.clients.update(id, body, by);
  }

  @Delete(':id')
  @HttpCode(204)
  delete(@Id('Client') id: string): Promise<void> {
    return this.clients.delete(id);
  }
}
