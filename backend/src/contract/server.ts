/** Answer of `GET /api/server-ip`: the address that agencies' domains must point to. */
export interface ServerIp {
  ip: string;
}
