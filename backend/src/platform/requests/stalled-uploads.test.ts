import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Post, UseInterceptors, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.js';
import { MULTIPART, multipart } from '../../../test/multipart.js';
import { speak } from '../../../test/raw-socket.js';
import { loadConfig } from '../../config.js';
import { ConfigModule } from '../config.module.js';
import { ErrorFilter } from './error.filter.js';
import { Files, ReceiveFiles, type ReceivedFile } from './receive-files.js';

const STALL_MS = 300;

@Controller()
class Uploads {
  @Post()
  @UseInterceptors(ReceiveFiles({ field: 'file', maxFiles: 1, maxBytes: 1_000_000, stallMs: STALL_MS }))
  async take(@Files() files: ReceivedFile[]): Promise<number> {
    // Longer than a stall: the work on a file is none.
    await new Promise((resolve) => void setTimeout(resolve, 2 * STALL_MS));
    return files[0]!.size;
  }
}

describe('an upload that stalls', () => {
  let work: string;
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'stalled-'));
    const module = { ...ConfigModule.for(loadConfig({ DATA_DIR: work })), controllers: [Uploads] };
    app = await NestFactory.create(module, { logger: false });
    app.useGlobalFilters(new ErrorFilter());
    await app.listen(0, '127.0.0.1');
    url = `http://127.0.0.1:${(app.getHttpServer().address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await app.close();
    await rm(work, { recursive: true });
  });

  const body = multipart([{ field: 'file', fileName: 'a.jpg', content: 'x'.repeat(1000) }]);
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${MULTIPART}\r\nContent-Length: ${body.length}\r\n\r\n`;

  it('is answered with 408 after the timeout, its connection is closed, and it leaves no file', async () => {
    const answer = await speak(url, head, body.subarray(0, 500));
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"message":"Nothing more of the upload came in for too long. Please try again."');
    expect(answer).not.toContain('stayed open');
    await eventually(async () => expect(await readdir(join(work, 'incoming'))).toEqual([]));
  });

  it('is not one that has arrived and is still being processed', async () => {
    const close = head.replace('\r\n', '\r\nConnection: close\r\n');
    expect(await speak(url, close, body)).toMatch(/^HTTP\/1.1 201 [^]*1000/);
  });
});
