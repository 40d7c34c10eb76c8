import { readFileSync } from 'node:fs';
import { exampleOf } from './example.js';
import { nameIn, reachedFrom, refTo, type Schema } from './schema.js';
import { ABOUT_EVENTS, CHANNELS } from './texts.js';
import { viewSchemas } from './views.js';

const CODE: Schema = { type: 'object', properties: { code: refTo('ErrorCode') }, required: ['code'] };

/** The document of the live events, made from `contract/events.ts`. */
export function asyncApiDocument(root: URL): Promise<object> {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  const views = viewSchemas(root);
  const messages: Record<string, object> = {};

  function message(key: string, name: string, payload: Schema, more: object = {}): object {
    const { description } = payload.$ref ? views.all[nameIn(payload.$ref)]! : payload;
    messages[key] = {
      name,
      title: name,
      ...(description && { summary: description }),
      contentType: 'application/json',
      payload,
      examples: [{ payload: exampleOf(payload, views.all) }],
      ...more,
    };
    return { $ref: `#/components/messages/${key}` };
  }

  /** A message for each event of an audience: the keys of its type. */
  function events(type: string, prefix: string): Record<string, object> {
    const { properties = {} } = views.all[nameIn(views.get(type).$ref!)]!;
    return Object.fromEntries(
      Object.entries(properties).map(([name, payload]) => {
        const key = `${prefix}.${name}`;
        return [key, message(key, name, payload)];
      }),
    );
  }

  for (const name of ['ErrorCode', 'ConnectRequest', 'ConnectRefusal']) views.get(name);
  const refused = message('refused', 'connect_error', {
    type: 'object',
    description: 'Why a connection was refused; the client library calls it `connect_error`.',
    properties: { message: { type: 'string' }, data: CODE },
    required: ['message', 'data'],
  });
  const watch = message('watch', 'watch', views.get('WatchRequest'));
  const watched = message('watched', 'watch', views.get('WatchAnswer'));
  const missed = message('missed', 'missed', {
    type: 'integer',
    description:
      'How many milliseconds ago what the page shows was fetched: asks whether the connection may have missed an event since.',
    minimum: 0,
  });
  const missedAnswer = message('missedAnswer', 'missed', views.get('MissedAnswer'));
  const unknown = message('unknown', 'any other name', { type: 'object', description: 'Any payload.' });
  const notTaken = message('notTaken', 'any other name', views.get('MessageRefusal'));

  const channels = {
    staff: channel('staff', { ...events('StaffEvents', 'staff'), refused, missed, missedAnswer, unknown, notTaken }),
    visitor: channel('visitor', {
      ...events('VisitorEvents', 'visitor'),
      refused,
      watch,
      watched,
      missed,
      missedAnswer,
      unknown,
      notTaken,
    }),
  };
  const operations = {
    toStaff: sends(
      'staff',
      Object.keys(channels.staff.messages).filter((key) => key.startsWith('staff.')),
    ),
    toVisitors: sends(
      'visitor',
      Object.keys(channels.visitor.messages).filter((key) => key.startsWith('visitor.')),
    ),
    watch: takes('visitor', 'watch', 'watched'),
    staffMissed: takes('staff', 'missed', 'missedAnswer'),
    visitorMissed: takes('visitor', 'missed', 'missedAnswer'),
    staffUnknown: takes('staff', 'unknown', 'notTaken'),
    visitorUnknown: takes('visitor', 'unknown', 'notTaken'),
  };
  const used = reachedFrom(views.all, [messages, refTo('ConnectRequest'), refTo('ConnectRefusal')]);
  return Promise.resolve({
    asyncapi: '3.0.0',
    info: { title: 'GMB Moments: live events', version, description: ABOUT_EVENTS, license: { name: 'MIT' } },
    defaultContentType: 'application/json',
    servers: {
      installation: {
        host: '{host}',
        pathname: '/socket.io/',
        protocol: 'wss',
        description: 'This installation; `ws` where it has no certificate',
        variables: { host: { default: 'localhost:3000', description: 'Host and port' } },
        security: [{ $ref: '#/components/securitySchemes/session' }],
      },
    },
    channels,
    operations,
    components: {
      messages,
      schemas: Object.fromEntries(used.toSorted().map((name) => [name, views.all[name]])),
      securitySchemes: {
        session: {
          type: 'httpApiKey',
          in: 'cookie',
          name: 'gmb.sid',
          description: 'The cookie that `POST /api/login` sets. Visitors need none.',
        },
      },
    },
  });
}

function channel(audience: keyof typeof CHANNELS, messages: Record<string, object>) {
  return { address: '/', title: audience, description: CHANNELS[audience], messages };
}

const messageIn = (channelName: string, key: string): object => ({
  $ref: `#/channels/${channelName}/messages/${key}`,
});

/** What the API sends. */
function sends(channelName: string, keys: string[]): object {
  return {
    action: 'send',
    channel: { $ref: `#/channels/${channelName}` },
    messages: keys.map((key) => messageIn(channelName, key)),
  };
}

/** What the API takes, and answers in its acknowledgement. */
function takes(channelName: string, key: string, answer: string): object {
  const here = { $ref: `#/channels/${channelName}` };
  return {
    action: 'receive',
    channel: here,
    messages: [messageIn(channelName, key)],
    reply: { channel: here, messages: [messageIn(channelName, answer)] },
  };
}
