import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { isUUID } from 'class-validator';
import type { IncomingMessage } from 'node:http';
import type { Express, Request } from 'express';
import type { Session } from 'express-session';
import type { Socket } from 'socket.io';
import { agencyHostOf } from '../auth/hosts.js';
import { networkOf } from '../auth/network.js';
import { isCrossSite } from '../auth/same-origin.js';
import { CONFIG } from '../common/config.module.js';
import type { Config } from '../config.js';
import { OptimizationReviewService } from '../review/optimization-review.service.js';
import { ReviewService } from '../review/review.service.js';
import { UsersService } from '../users/users.service.js';
import type { Watched } from './presenters.js';

type SessionRequest = IncomingMessage & { session?: Session & { passport?: { user?: string } }; sessionID?: string };

/** Knows who is behind a socket, by the cookie and the host of its handshake. */
@Injectable()
export class SocketHosts {
  constructor(
    private readonly users: UsersService,
    private readonly review: ReviewService,
    private readonly optimizations: OptimizationReviewService,
    private readonly adapter: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Remembers the session of signed-in staff on the socket, before it is told that it is connected. */
  async recognise(socket: Socket): Promise<void> {
    const request = socket.request as SessionRequest;
    const userId = request.session?.passport?.user;
    if (!userId || this.agencyHost(socket) !== null || !(await this.users.byId(userId))) return;
    (socket.data as { sessionId?: string }).sessionId = request.sessionID;
  }

  /**
   * What a `watch` message asks to hear about; `null` when there is no such link at this host.
   * @throws AppError 429 after too many uses of this link, or guesses of links
   */
  async watchable(socket: Socket, request: unknown): Promise<Watched | null> {
    const { momentId, publicLink } = (request ?? {}) as { momentId?: unknown; publicLink?: unknown };
    const visitor = { agencyHost: this.agencyHost(socket), network: networkOf(this.asExpress(socket.request).ip) };
    if (typeof publicLink === 'string') {
      const optimization = await this.optimizations.find(publicLink, visitor, 'read');
      return optimization && { optimizationId: optimization.id };
    }
    if (typeof momentId !== 'string' || !isUUID(momentId, '4')) return null;
    const moment = await this.review.find(momentId, visitor, 'read');
    return moment && { momentId: moment.id };
  }

  /** Whether a browser says that the page behind this handshake belongs to another site. */
  isForeign(request: IncomingMessage): boolean {
    return isCrossSite({ origin: request.headers.origin, host: this.asExpress(request).host }, this.config);
  }

  private agencyHost(socket: Socket): string | null {
    return agencyHostOf(this.asExpress(socket.request), this.config);
  }

  // What a proxy says counts if we trust that proxy; Express reads both the host and the address so.
  private asExpress({ headers, socket }: IncomingMessage): Request {
    const { request } = this.adapter.httpAdapter.getInstance<Express>();
    return Object.create(request, { headers: { value: headers }, socket: { value: socket } }) as Request;
  }
}
