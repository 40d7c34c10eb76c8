import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { By, type StaffActor } from '../access/actor.js';
import { Can } from '../access/can.decorator.js';
import { AuditFilter, AuditQuery } from '../contract/audit-query.js';
import type { AuditView } from '../contract/audit.js';
import { Operation, Query } from '../platform/http/operation.js';
import { AuditService } from './audit.service.js';

@ApiTags('audit')
@Controller('api/audit')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Can('audit.read')
  @Operation('Read the audit log, newest first', {
    description:
      'Ask for the entries before the last one that you read: each is read once, whatever is appended meanwhile.',
  })
  list(@Query() query: AuditQuery): Promise<AuditView> {
    return this.audit.list(query);
  }

  @Get('export.csv')
  @Can('audit.read')
  @Operation('Export the audit log as a table', { file: 'text/csv' })
  async csv(@Query() filter: AuditFilter, @By() by: StaffActor, @Res() response: Response): Promise<void> {
    await this.audit.export('csv', filter, by, response);
  }

  @Get('export.jsonl')
  @Can('audit.read')
  @Operation('Export the audit log as JSON lines, each an entry', { file: 'application/x-ndjson' })
  async jsonLines(@Query() filter: AuditFilter, @By() by: StaffActor, @Res() response: Response): Promise<void> {
    await this.audit.export('jsonLines', filter, by, response);
  }
}
