import {
  Controller,
  HttpCode,
  Module,
  Post,
  UnauthorizedException,
  type ExecutionContext,
  type INestApplication,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { speak } from '../../../test/raw-socket.js';
import { Limits } from '../limits/limits.js';
import { Body } from '../http/operation.js';
import { ErrorFilter } from './error.filter.js';
import { RequestGuard } from './request.guard.js';
import { closeUnread } from '../http/server.js';

const SOON_MS = 300;

class Closed {
  canActivate(context: ExecutionContext): true {
    if (context.getHandler().name === 'refused') throw new UnauthorizedException();
    return true;
  }
}

@Controller()
class Bodies {
  @Post()
  @HttpCode(200)
  answer(@Body() body: unknown): unknown {
    return body;
  }

  @Post('refused')
  refused(): void {}
}

@Module({ controllers: [Bodies] })
class BodiesModule {}

describe('bodies that stall', () => {
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    app = await NestFactory.create(BodiesModule, { bodyParser: false, logger: false });
    app.use(closeUnread({ afterMs: SOON_MS }));
    // Refused bodies are counted in memory: the database is not connected.
    const limits = new Limits(new DataSource({ type: 'postgres' }));
    app.useGlobalGuards(new Closed(), new RequestGuard(limits, { bodyTimeoutMs: SOON_MS }));
    app.useGlobalFilters(new ErrorFilter());
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(() => app.close());

  const head = (path: string, more: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

  it('are answered with 408 after the timeout, and their connection is closed', async () => {
    for (const length of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
      const answer = await speak(url, head('/', length), length.startsWith('T') ? '3\r\n{"a\r\n' : '{"a');
      expect(answer).toMatch(/^HTTP\/1.1 408 /);
      expect(answer).toContain('The body of the request took too long to come in. Please try again.');
      expect(answer).not.toContain('stayed open');
    }
  });

  it('keep no connection open after the response', async () => {
    const answer = await speak(url, head('/refused', 'Content-Length: 100'), '{"a');
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).not.toContain('stayed open');
  });

  it('are received if they end within the timeout', async () => {
    const close = 'Content-Length: 7\r\nConnection: close';
    expect(await speak(url, head('/', close), '{"a"', ':1}')).toMatch(/^HTTP\/1.1 200 [^]*\{"a":1\}$/);
  });
});
