import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Preloaded into a process (`node --import`), it collects all garbage at SIGUSR2 and says so: what is left is what is held. */

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
let times = 0;

process.on('SIGUSR2', () => {
  collect();
  times += 1;
  console.log(`Collected all garbage, time ${times}.`);
});
