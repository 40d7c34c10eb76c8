import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, Pool } from 'pg';
import { Server } from 'socket.io';

/**
 * Every HTTP request sends a notification on CHANNEL of the database; every notification is emitted to all sockets. With
 * READ_ROW=1 the notification is the id of an image, and its row is emitted.
 */

const channel = process.env['CHANNEL']!;
const isRead = process.env['READ_ROW'] === '1';
const IMAGE = { name: 'image', text: 'SELECT * FROM images WHERE id = $1' };
const connectionString = process.env['DATABASE_URL'];
const pool = new Pool({ connectionString, max: 20 });
const listening = new Client({ connectionString });
await listening.connect();
await listening.query(`LISTEN ${channel}`);

const server = createServer(async (request, response) => {
  request.resume();
  await pool.query('SELECT pg_notify($1, $2)', [channel, request.url!.slice(1)]);
  response.end('{}');
});
const sockets = new Server(server, { transports: ['websocket'], serveClient: false });
listening.on('notification', async ({ payload }) => {
  const payloadToSend = isRead ? (await pool.query({ ...IMAGE, values: [payload] })).rows[0] : { id: payload };
  sockets.emit('image.changed', payloadToSend);
});
server.listen(0, '127.0.0.1', () => {
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('SIGTERM', () => process.exit(0));
