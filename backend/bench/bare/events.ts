import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, Pool } from 'pg';
import { Server } from 'socket.io';

/**
 * Every request notifies CHANNEL of the database; every socket is told what it hears from there. With READ_ROW=1 the notification is
 * the id of an image, and what is told is its row: the least that an event can do whose readers are to see what changed.
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
  const told = isRead ? (await pool.query({ ...IMAGE, values: [payload] })).rows[0] : { id: payload };
  sockets.emit('image.changed', told);
});
server.listen(0, '127.0.0.1', () => {
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('SIGTERM', () => process.exit(0));
