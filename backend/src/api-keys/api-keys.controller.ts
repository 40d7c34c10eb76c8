import { Controller, Delete, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { CreateApiKeyBody, RenameApiKeyBody, type ApiKeyView, type NewApiKeyView } from '../contract/api-keys.js';
import { PageQuery } from '../contract/paging.js';
import { Body, Id, Operation, Query } from '../platform/http/operation.js';
import { sendPage } from '../platform/http/paging.js';
import { ApiKeysService } from './api-keys.service.js';

/** For signed-in staff: the keys of programs that act for them. */
@ApiTags('api-keys')
@Controller('api/api-keys')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Get()
  @Can('key.use')
  @Operation('List the own API keys, newest first; admins see those of all')
  async list(
    @Query() query: PageQuery,
    @By() by: StaffActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ApiKeyView[]> {
    return sendPage(response, await this.keys.list(query, by));
  }

  @Post()
  @Can('key.use')
  @Operation('Make an API key; it is shown in this answer alone', { errors: ['TOO_MANY_API_KEYS'] })
  create(@Body() body: CreateApiKeyBody, @By() by: StaffActor): Promise<NewApiKeyView> {
    return this.keys.create(body, by);
  }

  @Patch(':id')
  @Can('key.use')
  @Operation('Rename an API key')
  rename(@Id('API key') id: string, @Body() body: RenameApiKeyBody, @By() by: StaffActor): Promise<ApiKeyView> {
    return this.keys.rename(id, body, by);
  }

  @Delete(':id')
  @Can('key.use')
  @Operation('Revoke an API key at once, in the middle of downloads and uploads as well')
  @HttpCode(204)
  revoke(@Id('API key') id: string, @By() by: StaffActor): Promise<void> {
    return this.keys.revoke(id, by);
  }
}
