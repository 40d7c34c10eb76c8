import { Inject, Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { IncomingMessage } from 'node:http';
import type { Session } from 'express-session';
import type { Socket } from 'socket.io';
import { isMainHost } from '../auth/hosts.js';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { ReviewService } from '../review/review.service.js';
import { UsersService } from '../users/users.service.js';

type SessionRequest = IncomingMessage & { session?: Session & { passport?: { user?: string } }; sessionID?: string };

/** Knows who is behind a socket, by the cookie and the host of its handshake. */
@Injectable()
export class SocketHosts {
  constructor(
    private readonly users: UsersService,
    private readonly review: ReviewService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Remembers the session of signed-in staff on the socket, before it is told that it is connected. */
  async recognise(socket: Socket): Promise<void> {
    const request = socket.request as SessionRequest;
    const userId = request.session?.passport?.user;
    if (!userId || this.agencyHost(socket) || !(await this.users.byId(userId))) return;
    (socket.data as { sessionId?: string }).sessionId = request.sessionID;
  }

  /** The id of the moment that a `watch` message asks for; `null` when there is none at this host. */
  async watchable(socket: Socket, request: unknown): Promise<string | null> {
    const { momentId } = (request ?? {}) as { momentId?: unknown };
    if (typeof momentId !== 'string' || !isUUID(momentId, '4')) return null;
    const moment = await this.review.find(momentId, this.agencyHost(socket));
    return moment?.id ?? null;
  }

  private agencyHost(socket: Socket): string | null {
    const { host } = socket.request.headers;
    const name = host && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
    const bare = name.replace(/^\[|\]$/g, '');
    return isMainHost(bare, this.config) ? null : bare;
  }
}
