import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ErrorBody, ErrorCode, FieldError } from '@gmb-moments/backend/contract/errors';
import type { MissedAnswer, StaffEvents, VisitorEvents } from '@gmb-moments/backend/contract/events';
import type { Server as SocketServer } from 'socket.io';

declare global {
  var testServer: Server;
  var testSockets: SocketServer;
}

/** A request as the server received it. */
export interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  text: string;
  /** The body, when it is JSON. */
  json: unknown;
  /** The text fields of a multipart body. */
  fields: Record<string, string>;
}

/** The response of the fake server. */
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

type Responder = (request: Received) => Answer | Promise<Answer>;

/** The HTTP server of the tests, on loopback. It returns the responses set by the test, otherwise 404. */
export const fakeServer = {
  requests: [] as Received[],
  table: new Map<string, Responder>(),
  /** Whether pages that connect from now on have missed an event. */
  hasEmitted: false,

  reset(): void {
    this.requests = [];
    this.hasEmitted = false;
    this.table.clear();
  },

  /** Sets the response to a call such as `GET /api/clients`; replaces an earlier one. */
  on(call: string, answer: Answer | Responder): void {
    this.table.set(call, typeof answer === 'function' ? answer : () => answer);
  },

  /** The received requests of one call, in order. */
  calls(call: string): Received[] {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === call);
  },

  /** Emits a live event to connected staff pages. Surplus fields of the payload do not compile. */
  emit<Name extends keyof StaffEvents, Payload extends StaffEvents[Name]>(
    name: Name,
    payload: Payload & Exactly<StaffEvents[Name], Payload>,
  ): void {
    this.hasEmitted = true;
    testSockets.emit(name, payload);
  },

  /** Emits a live event to connected visitors' pages. */
  emitToVisitors<Name extends keyof VisitorEvents, Payload extends VisitorEvents[Name]>(
    name: Name,
    payload: Payload & Exactly<VisitorEvents[Name], Payload>,
  ): void {
    this.hasEmitted = true;
    testSockets.emit(name, payload);
  },
};

/** `Given`, with `never` for each field, also in nested objects, that `Shape` does not have. */
type Exactly<Shape, Given> = Given extends readonly unknown[]
  ? Given
  : { [Field in keyof Given]: Field extends keyof Shape ? Exactly<NonNullable<Shape[Field]>, Given[Field]> : never };

/** An error response of the API. */
export function failure(statusCode: number, code: ErrorCode, message: string, details?: FieldError[]): Answer {
  const body: ErrorBody = { statusCode, error: message, message, code, details, requestId: 'test' };
  return { status: statusCode, body };
}

testServer.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
  // Socket.IO handles its own path.
  if (!incoming.url?.startsWith('/socket.io')) void respond(incoming, response);
});

testSockets.on('connection', (socket) => {
  socket.on('missed', (_ageMs: number, acknowledge: (answer: MissedAnswer) => void) =>
    acknowledge({ missed: fakeServer.hasEmitted }),
  );
});

async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const request = await receive(incoming);
  fakeServer.requests.push(request);
  const responder = fakeServer.table.get(`${request.method} ${request.path}`);
  const {
    status = 200,
    body,
    headers,
  } = responder ? await responder(request) : failure(404, 'NOT_FOUND', `${request.method} ${request.path} not found`);
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  if (body === undefined) response.end();
  else response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function receive(incoming: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://loopback');
  const type = incoming.headers['content-type'] ?? '';
  const parts = type.startsWith('multipart') ? text.matchAll(/name="([^"]+)"\r\n\r\n([^]*?)\r\n--/g) : [];
  return {
    method: incoming.method ?? '',
    path: decodeURIComponent(pathname),
    query: searchParams,
    headers: incoming.headers,
    text,
    json: type.startsWith('application/json') && text ? JSON.parse(text) : undefined,
    fields: Object.fromEntries([...parts].map(([, name, value]) => [name, value])),
  };
}
