import { Controller, Headers, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Can } from '../access/can.decorator.js';
import { By, type StaffActor } from '../access/actor.js';
import { ImportClientsBody, type ClientImportView } from '../contract/clients.js';
import { MaxValues } from '../platform/requests/json-body.js';
import { Body, Operation } from '../platform/http/operation.js';
import { ClientImportService } from './client-import.service.js';

/** Maximum number of values in the body: enough for the maximum number of clients with all fields. */
const IMPORT_VALUES = 20_000;

@ApiTags('clients')
@Controller('api/client-imports')
export class ClientImportController {
  constructor(private readonly imports: ClientImportService) {}

  @Post()
  @Can('client.manage')
  @Operation('Create several clients: all of them or none', { errors: ['IDEMPOTENCY_KEY_REUSED'] })
  @MaxValues(IMPORT_VALUES)
  create(
    @Body() body: ImportClientsBody,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @By() by: StaffActor,
  ): Promise<ClientImportView> {
    return this.imports.import({ ...body, idempotencyKey, by });
  }
}
