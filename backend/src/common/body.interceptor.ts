import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { networkOf } from '../auth/network.js';
import { AppError, refuseFields, shortened } from './errors.js';
import { parseObject, receiveBody } from './json-body.js';
import { RefusedBodies } from './refused-bodies.js';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
/** Where `@ApiConsumes` keeps the types that a route reads; it reads JSON where it names none. */
const CONSUMES = 'swagger/apiConsumes';
const WITHOUT_FIELDS = ['GET', 'HEAD', 'DELETE'];

/**
 * Reads the body of a request after its guards have let it in; forms are left to `ReceiveFiles`. A body that the route does
 * not read is refused: passed over, it would count as none, and a decision would stand on another version than it names.
 * People without a session whose bodies are refused too often have to wait before another one is read.
 */
export class BodyInterceptor implements NestInterceptor {
  private readonly refused = new RefusedBodies();

  constructor(private readonly options: { withinMs: number }) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const request = context.switchToHttp().getRequest<Request>();
    if (!mayHaveBody(request)) return next.handle();
    const handle = async (): Promise<unknown> => {
      await this.read(request, context);
      return lastValueFrom(next.handle());
    };
    return from(request.user ? handle() : this.refused.attempt(networkOf(request.ip), handle));
  }

  private async read(request: Request, context: ExecutionContext): Promise<void> {
    const types = (Reflect.getMetadata(CONSUMES, context.getHandler()) as string[] | undefined) ?? [JSON_TYPE];
    refuseCompressed(request);
    const type = request.is(types);
    if (type === FORM_TYPE) return;
    // Some programs announce chunks and then send none.
    const isSurelyThere = request.get('Content-Length') !== undefined;
    if (isSurelyThere && !isReadable(request, type)) throw unreadable(request, types);
    const body = await receiveBody(request, context.switchToHttp().getResponse<Response>(), this.options.withinMs);
    request.body = undefined;
    if (body.length === 0) return;
    if (!isReadable(request, type)) throw unreadable(request, types);
    request.body = parseObject(body);
    if (WITHOUT_FIELDS.includes(request.method)) refuseFields(request.body as object);
  }
}

function mayHaveBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function refuseCompressed(request: Request): void {
  if ((request.get('Content-Encoding') ?? 'identity').toLowerCase() === 'identity') return;
  throw unsupported(
    'The body is compressed, which is not accepted here: send it as it is, without a Content-Encoding.',
  );
}

function isReadable(request: Request, type: string | false | null): boolean {
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]*)/i.exec(request.get('Content-Type') ?? '') ?? [];
  return type === JSON_TYPE && ['utf-8', 'utf8'].includes(charset.toLowerCase());
}

function unreadable(request: Request, types: string[]): AppError {
  const type = request.get('Content-Type')?.replace(/;\s*boundary=.*/i, '');
  const what = type === undefined ? 'no Content-Type' : `the Content-Type ${shortened(type)}`;
  return unsupported(`The body has ${what}, which is not accepted here: send ${types.join(' or ')}.`);
}

function unsupported(message: string): AppError {
  return new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', message);
}
