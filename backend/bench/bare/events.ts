import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, Pool } from 'pg';
import { Server } from 'socket.io';

/** Every request notifies the database; every socket is told what it hears from there. */

const connectionString = process.env['DATABASE_URL'];
const pool = new Pool({ connectionString, max: 20 });
const listening = new Client({ connectionString });
await listening.connect();
await listening.query('LISTEN bare');

const server = createServer(async (request, response) => {
  request.resume();
  await pool.query("SELECT pg_notify('bare', $1)", [request.url!.slice(1)]);
  response.end('{}');
});
const sockets = new Server(server, { transports: ['websocket'], serveClient: false });
listening.on('notification', ({ payload }) => sockets.emit('image.changed', { id: payload }));
server.listen(0, '127.0.0.1', () => {
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('SIGTERM', () => process.exit(0));
