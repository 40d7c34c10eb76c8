import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../auth/public.decorator.js';
import { sendFile } from './media.js';
import { Storage } from './storage.js';

/** `/media/*`: stored pictures under their immutable addresses. */
@ApiExcludeController()
@Public()
@Controller('media')
export class MediaController {
  constructor(private readonly storage: Storage) {}

  @Get('{*key}')
  send(@Param('key') key: string[] | undefined, @Req() request: Request, @Res() response: Response): Promise<void> {
    return sendFile(this.storage, (key ?? []).join('/'), request, response);
  }
}
