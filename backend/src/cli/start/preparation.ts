/** Argument of `cli/migrate.js`: the API and the workers of `npm start` follow. */
export const FOR_START = '--for-start';
