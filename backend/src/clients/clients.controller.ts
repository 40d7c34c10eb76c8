import { Controller, Delete, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { Body, Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import {
  ClientQuery,
  CreateClientBody,
  UpdateClientBody,
  type ClientListItem,
  type ClientView,
} from '../contract/clients.js';
import { ClientsService } from './clients.service.js';

@ApiTags('clients')
@Controller('api/clients')
export class ClientsController {
  constructor(private readonly clients: ClientsService) {}

  @Get()
  @Can('client.read')
  @Operation('List the clients')
  async list(
    @By() by: StaffActor,
    @Query() query: ClientQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ClientListItem[]> {
    return sendPage(response, await this.clients.list(query, by));
  }

  @Get(':id')
  @Can('client.read')
  @Operation('Get a client')
  get(@Id('Client') id: string, @By() by: StaffActor): Promise<ClientView> {
    return this.clients.get(id, by);
  }

  @Post()
  @Can('client.manage')
  @Operation('Create a client')
  create(@Body() body: CreateClientBody, @By() by: StaffActor): Promise<ClientView> {
    return this.clients.create(body, by);
  }

  @Patch(':id')
  @Can('client.manage')
  @Operation('Change a client', { errors: ['EDITED_MEANWHILE'] })
  update(@Id('Client') id: string, @Body() body: UpdateClientBody, @By() by: StaffActor): Promise<ClientView> {
    return this.clients.update(id, body, by);
  }

  @Delete(':id')
  @Can('client.manage')
  @Operation('Delete a client with all its moments and optimizations')
  @HttpCode(204)
  delete(@Id('Client') id: string, @By() by: StaffActor): Promise<void> {
    return this.clients.delete(id, by);
  }
}
