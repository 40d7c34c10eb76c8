import { startApiProcess, startWorker, type ApiProcess, type WorkerProcess } from '../worker-process.js';

/** An API and a worker as processes of their own, each of which can be killed and started again at the same address. */
export interface Pair {
  url: string;
  api(): ApiProcess;
  worker(): WorkerProcess;
  /** `kill -9`, and a start as a supervisor would do it. */
  restart(...which: ('api' | 'worker')[]): Promise<void>;
  stop(): Promise<void>;
}

export async function startPair(
  data: { databaseUrl: string; dataDir: string },
  env: Record<string, string> = {},
): Promise<Pair> {
  let [api, worker] = await Promise.all([startApiProcess(data, env), startWorker(data, env)]);
  const { url } = api;
  const again = { ...env, PORT: new URL(url).port };
  return {
    url,
    api: () => api,
    worker: () => worker,
    restart: async (...which) => {
      const dying = which.map((role) => (role === 'api' ? api : worker).kill());
      await Promise.all(dying);
      if (which.includes('api')) api = await startApiProcess(data, again);
      if (which.includes('worker')) worker = await startWorker(data, env);
    },
    stop: async () => void (await Promise.all([api.kill(), worker.kill()])),
  };
}
