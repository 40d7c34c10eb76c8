import { afterEach, describe } from '@jest/globals';
import { whyNoHosts } from '../hosts.js';
import { findProgram, whyMissing } from '../programs.js';
import { smallDisk, whyNoSmallDisk, type SmallDisk } from '../small-disk.js';
import {
  cut,
  failOver,
  failOverDatabase,
  failOverDatabaseFromSilence,
  failOverFromSilence,
  fillDisk,
  fillRedis,
  freeze,
  kill,
  lockMoments,
  skew,
} from './hosts-breakages.js';
import { fault } from './fault.js';
import { startNetwork } from './hosts-network.js';
import { playAll } from './hosts-play.js';
import { makeClock } from './hosts-programs.js';
import { zombie } from './hosts-zombies.js';
import { endAll, later } from './later.js';

afterEach(endAll);

const LONGEST_MS = 900_000;
/** Megabytes of the disks that are filled. */
const DISK = { postgres: 256, storage: 128 };
/** Cuts of two minutes, which take a quarter of an hour: only when they are asked for. */
const LONG_CUTS = process.env['LONG_CUTS'] === '1';

const ON_HOSTS = 'on hosts of their own, while six people work and captions are drafted';
const ALL_GOES_ON =
  'nothing acknowledged is lost or there twice; refusals are 503 in a sentence, within 15 s (30 s when busy); all goes on by itself';

async function disk(megabytes: number): Promise<SmallDisk> {
  return later(await smallDisk({ megabytes }), (one) => one.remove());
}

const noHosts = await whyNoHosts();
const noDisk = await whyNoSmallDisk();

describe('hosts of their own', () => {
  /** A fault on hosts, where they can be made, and where nothing else is missing. */
  function onHosts(what: string, play: () => Promise<void>, missing: string | null = null): void {
    fault({ what, done: ON_HOSTS, checked: ALL_GOES_ON, missing: noHosts ?? missing }, play, LONGEST_MS);
  }

  onHosts('Links cut both ways and one way, hosts that stand still, and that die, and locks', async () => {
    await playAll(await startNetwork(), [
      cut('api-1', 'postgres', 10, 'both ways'),
      cut('postgres', 'api-1', 5, 'one way'),
      cut('worker-1', 'postgres', 10, 'one way'),
      cut('worker-1', 'redis', 10, 'both ways'),
      cut('storage', 'api-1', 10, 'one way'),
      freeze('worker-1', 12),
      freeze('postgres', 5),
      kill('api-1'),
      kill('worker-1'),
      kill('redis'),
      kill('storage'),
      kill('postgres'),
      lockMoments(4),
    ]);
  });

  onHosts(
    'Links cut for 120 s',
    async () => {
      await playAll(await startNetwork(), [
        cut('api-1', 'postgres', 120, 'both ways'),
        cut('postgres', 'worker-1', 120, 'one way'),
        cut('api-1', 'redis', 120, 'both ways'),
        cut('worker-1', 'redis', 120, 'both ways'),
        cut('api-1', 'storage', 120, 'one way'),
        cut('worker-1', 'storage', 120, 'both ways'),
      ]);
    },
    LONG_CUTS ? null : 'LONG_CUTS=1 is not set',
  );

  onHosts('Redis failed over to its replica, by name', async () => {
    await playAll(await startNetwork(), [failOver(), failOverFromSilence(5)]);
  });

  onHosts('PostgreSQL failed over to its standby, by name', async () => {
    await playAll(await startNetwork(), [failOverDatabase(), failOverDatabaseFromSilence(5)]);
  });

  onHosts(
    'PostgreSQL, Redis and storage that run full',
    async () => {
      const disks = { postgres: await disk(DISK.postgres), storage: await disk(DISK.storage) };
      await playAll(await startNetwork(disks), [fillDisk('postgres', 5), fillRedis(5), fillDisk('storage', 5)]);
    },
    noDisk,
  );

  onHosts('A worker that comes back when another one has its run', async () => {
    await playAll(await startNetwork(), [zombie('stands still'), zombie('is cut off')]);
  });

  onHosts(
    'Clocks that are put off, and set right',
    async () => {
      const faketime = findProgram('faketime')!;
      const [api, worker, postgres] = [await makeClock(faketime), await makeClock(faketime), await makeClock(faketime)];
      await playAll(await startNetwork({}, { 'api-1': api, 'worker-1': worker, postgres }), [
        skew({ 'api-1': '+10m', 'worker-1': '-10m' }, 5),
        skew({ 'api-1': '+20m', 'worker-1': '-20m' }, 5, /clock/),
        skew({ 'api-1': '-70m', 'worker-1': '+20m' }, 5, /clock/),
        skew({ postgres: '+10m' }, 5),
        skew({ postgres: '-10m' }, 5),
      ]);
    },
    whyMissing('faketime'),
  );
});
