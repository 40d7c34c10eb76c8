import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Limits } from '../limits/limits.js';
import { networkOf } from '../http/network.js';
import { onRefusal } from './error.filter.js';
import { AppError, invalid, notAField, shortened } from '../http/errors.js';
import { maxValuesOf, parseObject, receiveBody } from './json-body.js';
import { bodyOf, contentTypesOf, queryOf } from '../http/operation.js';

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';

/**
 * Reads the JSON body of a request, and refuses query parameters, content types and bodies that the route does not declare.
 * Multipart bodies are read by `ReceiveFiles`. Runs after the guard that checks the session, and before guards of single
 * routes. Limits refused bodies per network for requests without a session.
 * @throws AppError 400, 408, 413, 415; 429 before the body is read when the network has too many refused bodies
 */
export class RequestGuard implements CanActivate {
  constructor(
    private readonly limits: Limits,
    private readonly options: { bodyTimeoutMs: number },
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    refuseParameters(request.query, context);
    if (!mayHaveBody(request)) return true;
    await this.checkRefusedBodies(request);
    if (!request.user) onRefusal(response, () => void this.limits.count('refusedBody', networkOf(request.ip)));
    await this.readBody(request, response, context);
    return true;
  }

  private async checkRefusedBodies({ user, ip }: Request): Promise<void> {
    if (!user) await this.limits.check('refusedBody', networkOf(ip));
  }

  // A body that the route does not read is refused. If it were ignored, a version in it would be ignored too.
  private async readBody(request: Request, response: Response, context: ExecutionContext): Promise<void> {
    const types = contentTypesOf(context.getHandler());
    refuseCompressed(request);
    const type = request.is(types);
    if (type === FORM_TYPE) return;
    // Without a length, the body may be empty: some programs send `Transfer-Encoding: chunked` and no data.
    const hasLength = request.get('Content-Length') !== undefined;
    if (hasLength && !isReadable(request, type)) throw unreadable(request, types);
    const body = await receiveBody(request, response, this.options.bodyTimeoutMs);
    request.body = undefined;
    if (body.length === 0) return;
    // Concurrent bodies of the network may have been refused meanwhile.
    await this.checkRefusedBodies(request);
    if (!isReadable(request, type)) throw unreadable(request, types);
    request.body = parseObject(body, maxValuesOf(context.getHandler()));
    refuseFields(request.body as object, context);
  }
}

/**
 * Refuses a body with any field if the route reads none; otherwise its class is checked later.
 * @throws AppError 400 that names the fields
 */
export function refuseFields(body: object, context: ExecutionContext): void {
  if (!bodyOf(context.getHandler())) refuseAll(body);
}

/**
 * Refuses query parameters if the route reads none, since a mistyped filter would silently have no effect; otherwise their
 * class is checked later.
 */
function refuseParameters(query: object, context: ExecutionContext): void {
  if (!queryOf(context.getHandler())) refuseAll(query);
}

function refuseAll(fields: object): void {
  const names = Object.keys(fields);
  if (names.length > 0) throw invalid(names.map(notAField));
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
