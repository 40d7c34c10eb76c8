import { Redis } from 'ioredis';
import { Client } from 'pg';
import { expect } from '@jest/globals';
import { eventually } from '../eventually.js';
import type { Host } from '../hosts.js';
import type { DatabaseName, Name, Network } from './hosts-network.js';
import { breakAndRepair, type Play } from './hosts-play.js';
import { promote, waitForStandby } from './hosts-postgres.js';
import { later } from './later.js';

/** Bytes that a disk has again after it was full. */
const ROOM = 48 * 1024 * 1024;

/** A link that is cut both ways, or only for what the first host sends. */
export function cut(from: Name, to: Name, seconds: number, how: 'both ways' | 'one way'): Play {
  return breakAndRepair({
    name: `${from} ${how === 'one way' ? '→' : '↔'} ${to}`,
    seconds,
    breaks: async ({ host }) => {
      await host[to].dropFrom(host[from]);
      if (how === 'both ways') await host[from].dropFrom(host[to]);
    },
    repairs: ({ host }) => Promise.all([host[from].takeAll(), host[to].takeAll()]),
  });
}

/** All processes of a host stand still, as in a virtual machine that is paused. */
export function freeze(name: Name, seconds: number): Play {
  return breakAndRepair({
    name: `${name} stands still`,
    seconds,
    breaks: ({ host }) => host[name].signal('SIGSTOP'),
    repairs: ({ host }) => host[name].signal('SIGCONT'),
  });
}

export function kill(name: Name): Play {
  return breakAndRepair({
    name: `${name} dies and is started again`,
    seconds: 3,
    breaks: ({ host }) => host[name].signal('SIGKILL'),
    repairs: (network) => network.restart(name),
  });
}

/** Another program keeps all moments locked: uploads and decisions want them, edits of clients do not. */
export function lockMoments(seconds: number): Play {
  let other: Client;
  return breakAndRepair({
    name: 'another program locks all moments',
    seconds,
    read: /busy/,
    breaks: async ({ databaseUrl }) => {
      other = later(new Client({ connectionString: databaseUrl }), (one) => one.end().catch(() => undefined));
      await other.connect();
      await other.query('BEGIN');
      await other.query('SELECT FROM moments FOR UPDATE');
    },
    repairs: () => other.end(),
  });
}

/** The disk of a host runs full, and has room again. A program that ended by that is started again. */
export function fillDisk(name: 'postgres' | 'storage', seconds: number): Play {
  return breakAndRepair({
    name: `the disk of ${name} is full`,
    seconds,
    read: / is full\./,
    breaks: ({ disks }) => disks[name]!.leave(0),
    repairs: async ({ disks, hasEnded, start }) => {
      await disks[name]!.leave(ROOM);
      if (hasEnded(name)) await start(name);
    },
  });
}

async function onRedis<T>({ address }: Host, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis({ host: address });
  return work(client).finally(() => client.disconnect());
}

export function fillRedis(seconds: number): Play {
  const limit = ({ host }: Network, bytes: number) =>
    onRedis(host.redis, (client) => client.config('SET', 'maxmemory', bytes));
  return breakAndRepair({
    name: 'the memory of redis is full',
    seconds,
    breaks: (network) => limit(network, 1),
    repairs: (network) => limit(network, 0),
  });
}

async function becomeReplica(host: Host, of: Host): Promise<void> {
  await onRedis(host, (client) => client.replicaof(of.address, 6379));
}

async function untilReplicated(host: Host): Promise<void> {
  await eventually(async () =>
    expect(await onRedis(host, (client) => client.info('replication'))).toMatch(/master_link_status:up/),
  );
}

/** Makes a Redis the primary, and has the queue's name lead to it. */
async function promoteRedis({ host, leadQueueTo }: Network, name: 'redis' | 'redis-2'): Promise<void> {
  await onRedis(host[name], (client) => client.replicaof('NO', 'ONE'));
  await leadQueueTo(name);
}

/** Planned: the former primary stays as a replica, and every connection stays on it. */
export function failOver(): Play {
  return async (place) => {
    const { network } = place;
    const { host, start } = network;
    await start('redis-2');
    await eventually(() => becomeReplica(host['redis-2'], host.redis));
    await untilReplicated(host['redis-2']);
    const play = breakAndRepair({
      name: 'redis fails over to redis-2, and stays as its replica',
      seconds: 0,
      breaks: async () => {
        await promoteRedis(network, 'redis-2');
        await becomeReplica(host.redis, host['redis-2']);
      },
      repairs: async () => undefined,
    });
    return play(place);
  };
}

/** Unplanned: the host of the primary is silent, and stays so when the other one has been promoted. */
export function failOverFromSilence(seconds: number): Play {
  return breakAndRepair({
    name: 'redis-2 falls silent for ever, and redis is promoted',
    seconds,
    breaks: async ({ host }) => {
      await untilReplicated(host.redis);
      await host['redis-2'].dropFrom(...Object.values(host).filter((other) => other !== host['redis-2']));
    },
    repairs: (network) => promoteRedis(network, 'redis'),
  });
}

async function promoteDatabase({ database, leadDatabaseTo }: Network, name: DatabaseName): Promise<void> {
  await promote(database[name]);
  await leadDatabaseTo(name);
}

/** Planned: the former primary stops in order, and comes back at its address as a standby, which takes no changes. */
export function failOverDatabase(): Play {
  return async (place) => {
    const { network } = place;
    await network.startStandby('postgres-2');
    await waitForStandby(network.database.postgres);
    const play = breakAndRepair({
      name: 'postgres fails over to postgres-2, then follows it',
      seconds: 0,
      breaks: async () => {
        await network.stop('postgres');
        await promoteDatabase(network, 'postgres-2');
        await network.startStandby('postgres');
      },
      repairs: async () => undefined,
    });
    return play(place);
  };
}

/** Unplanned: the host of the primary is silent, and stays so when its standby has been promoted. */
export function failOverDatabaseFromSilence(seconds: number): Play {
  return async (place) => {
    await waitForStandby(place.network.database['postgres-2']);
    const play = breakAndRepair({
      name: 'postgres-2 falls silent for ever, postgres takes over',
      seconds,
      breaks: ({ host }) => {
        const silent = host['postgres-2'];
        return silent.dropFrom(...Object.values(host).filter((other) => other !== silent));
      },
      repairs: (network) => promoteDatabase(network, 'postgres'),
    });
    return play(place);
  };
}

/** The clocks of these hosts are put off while they work, and set right. */
export function skew(offsets: Partial<Record<Name, string>>, seconds: number, read?: RegExp): Play {
  const set = ({ clocks }: Network, offsetOf: (offset: string) => string) =>
    Promise.all(Object.entries(offsets).map(([name, offset]) => clocks[name as Name]!.set(offsetOf(offset))));
  return breakAndRepair({
    name: Object.entries(offsets)
      .map(([name, offset]) => `clock of ${name} ${offset}`)
      .join(', '),
    seconds,
    ...(read && { read }),
    breaks: (network) => set(network, (offset) => offset),
    repairs: (network) => set(network, () => '+0'),
  });
}
