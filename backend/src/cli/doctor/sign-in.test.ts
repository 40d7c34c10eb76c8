import { expect, it } from '@jest/globals';
import { startApp } from '../../../test/app.js';
import { startProvider } from '../../../test/oidc-provider.js';
import { findings } from '../../../test/findings.js';
import { loadConfig } from '../../config.js';
import { configuredStorage } from '../../platform/storage/storage.module.js';

it('doctor says that the provider of single sign-on does not answer, and that its new people would see what does not exist', async () => {
  const provider = await startProvider();
  const app = await startApp();
  const env = { ...provider.env, OIDC_SCOPE: 'agency:Bloom' };
  const storage = await configuredStorage(loadConfig({ DATA_DIR: app.dataDir }));
  const look = () => findings({ databaseUrl: app.databaseUrl, storage, env });
  const scope = 'New people cannot sign in by the provider: OIDC_SCOPE: got "agency:Bloom", which is not the name';
  expect(await look()).toEqual([expect.objectContaining({ problem: expect.stringContaining(scope) })]);
  await provider.close();
  expect(await look()).toMatchObject([
    { problem: expect.stringContaining(`Nobody can sign in by the provider ${provider.issuer}: `), outcome: 'manual' },
    { problem: expect.stringContaining(scope) },
  ]);
  await app.close();
});
