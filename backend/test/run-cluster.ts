import { startCluster } from './cluster.js';

/** `npm run cluster`: the topology of docker-compose.yml on this machine, to look at and to break. */

const port = Number(process.env['PORT'] ?? 3000);
const ADMIN = { ADMIN_EMAIL: 'admin@localhost', ADMIN_PASSWORD: 'cluster password' };

const cluster = await startCluster({ apis: 2, workers: 3, port, env: ADMIN, print: console.log });
console.log(`The cluster is ready at ${cluster.url} (${ADMIN.ADMIN_EMAIL}, ${ADMIN.ADMIN_PASSWORD})`);
console.log(`APIs: ${cluster.apis.join(', ')} as processes ${cluster.pids('api').join(', ')}`);
console.log(
  `Workers: processes ${cluster.pids('worker').join(', ')}. Whatever you kill is started again; Ctrl-C stops all.`,
);
// A second signal must not cut the stop short: a terminal sends one, and the program that runs this may send another.
await new Promise((resolve) => ['SIGINT', 'SIGTERM'].forEach((signal) => process.on(signal, resolve)));
await cluster.stop();
