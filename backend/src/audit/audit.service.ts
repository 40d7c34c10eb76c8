import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { DataSource } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import type { AuditFilter, AuditQuery } from '../contract/audit-query.js';
import type { AuditView } from '../contract/audit.js';
import { appendAudit, became } from './audit.js';
import { EXPORTS, type ExportFormat } from './audit-files.js';
import { findEntries } from './audit.queries.js';

/** Number of entries of one response, unless the request asks for fewer. */
const PAGE = 50;
/** Number of entries of an export that are read at a time. */
const BATCH = 1000;

/** The audit log. Only admins read it, and they see all clients, so entries need no check of the scope. */
@Injectable()
export class AuditService {
  constructor(private readonly db: DataSource) {}

  /**
   * Returns entries, the newest first. With `before`, paging returns each entry once, also if new ones are appended
   * meanwhile.
   */
  async list({ before, limit = PAGE, ...filter }: AuditQuery): Promise<AuditView> {
    const found = await findEntries(this.db.manager, filter, { below: before, limit: limit + 1 });
    return { entries: found.slice(0, limit), hasMore: found.length > limit };
  }

  /**
   * Sends all entries of a filter as a file, the newest first, and records the export.
   * @throws AppError before anything was sent
   */
  async export(format: ExportFormat, filter: AuditFilter, by: StaffActor, response: Response): Promise<void> {
    const { name, type, head, lines } = EXPORTS[format];
    if (response.req.method === 'HEAD') {
      response.attachment(name).type(type).end();
      return;
    }
    const last = await this.recordExport(format, filter, by);
    response.attachment(name).type(type);
    await pipeline(Readable.from(this.batches(filter, last, { head, lines })), response).catch((error: unknown) => {
      // The reader may have left. Otherwise `pipeline` has closed the connection, which shows that the file is
      // incomplete.
      if (!response.destroyed) throw error;
    });
  }

  private async *batches(
    filter: AuditFilter,
    last: string,
    { head, lines }: Pick<(typeof EXPORTS)[ExportFormat], 'head' | 'lines'>,
  ): AsyncGenerator<string> {
    yield head;
    for (let below = last; ;) {
      const entries = await findEntries(this.db.manager, filter, { below, limit: BATCH });
      if (entries.length > 0) yield lines(entries);
      if (entries.length < BATCH) return;
      below = entries.at(-1)!.id;
    }
  }

  /** Records the export. @returns the id of that entry; the file has all entries before it */
  private async recordExport(format: ExportFormat, filter: AuditFilter, by: StaffActor): Promise<string> {
    const given = Object.entries(filter).filter(([, value]) => value);
    const words = given.map(([name, value]) => `${name}: ${String(value)}`);
    const changes = {
      format: became(EXPORTS[format].label),
      ...(words.length > 0 && { filter: became(words.join(', ')) }),
    };
    const target = { kind: 'auditLog', id: null, name: 'Audit log' } as const;
    const [id] = await appendAudit(this.db.manager, by, { action: 'audit.exported', target, changes });
    return id!;
  }
}
