import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type TestDatabase } from '../../../test/database.js';
import { endWorkers, startApiProcess } from '../../../test/worker-process.js';

describe('an API that is started without npm start', () => {
  let database: TestDatabase;
  let dataDir: string;

  beforeAll(async () => {
    database = await createDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'gmb-data-dir-'));
  });
  afterAll(async () => {
    await endWorkers();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  it('closes the folders that an earlier version made for all users of the machine', async () => {
    const folders = [dataDir, join(dataDir, 'media'), join(dataDir, 'incoming')];
    for (const folder of folders) {
      await mkdir(folder, { recursive: true });
      await chmod(folder, 0o755);
    }
    const api = await startApiProcess({ databaseUrl: database.url, dataDir });
    const modes = await Promise.all(folders.map(async (folder) => ((await stat(folder)).mode & 0o777).toString(8)));
    expect(modes).toEqual(['700', '700', '700']);
    await api.stop();
  });
});
