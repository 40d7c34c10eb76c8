import {
  Body,
  Controller,
  HttpCode,
  Module,
  Post,
  UnauthorizedException,
  UseGuards,
  type INestApplication,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { speak } from '../../test/raw-socket.js';
import { BodyInterceptor } from './body.interceptor.js';
import { ErrorFilter } from './error.filter.js';
import { closeUnread } from './unread-bodies.js';

const SOON_MS = 300;

class Closed {
  canActivate(): never {
    throw new UnauthorizedException();
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
  @UseGuards(Closed)
  refused(): void {}
}

@Module({ controllers: [Bodies] })
class BodiesModule {}

describe('bodies that do not come to their end', () => {
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    app = await NestFactory.create(BodiesModule, { bodyParser: false, logger: false });
    app.use(closeUnread({ afterMs: SOON_MS }));
    app.useGlobalInterceptors(new BodyInterceptor({ withinMs: SOON_MS }));
    app.useGlobalFilters(new ErrorFilter());
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(() => app.close());

  const head = (path: string, more: string): string =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

  it('are answered with 408 in time, and their connection is closed', async () => {
    for (const length of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
      const heard = await speak(url, head('/', length), length.startsWith('T') ? '3\r\n{"a\r\n' : '{"a');
      expect(heard).toMatch(/^HTTP\/1.1 408 /);
      expect(heard).toContain('The body of the request took too long to come in. Please try again.');
      expect(heard).not.toContain('stayed open');
    }
  });

  it('hold no connection after their answer', async () => {
    const heard = await speak(url, head('/refused', 'Content-Length: 100'), '{"a');
    expect(heard).toMatch(/^HTTP\/1.1 401 /);
    expect(heard).not.toContain('stayed open');
  });

  it('are waited for as long as they come in time', async () => {
    const close = 'Content-Length: 7\r\nConnection: close';
    expect(await speak(url, head('/', close), '{"a"', ':1}')).toMatch(/^HTTP\/1.1 200 [^]*\{"a":1\}$/);
  });
});
