/**
 * Argument of `cli/migrate.js` when `npm start` runs it: it then checks the connections for the API and all workers.
 */
export const FOR_START = '--for-start';
