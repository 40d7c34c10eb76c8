import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { IncomingMessage } from 'node:http';
import type { Express, Request } from 'express';
import type { Session, SessionData } from 'express-session';
import { DataSource } from 'typeorm';
import { adminOnAgencyDomain } from '../access/access.guard.js';
import { agencyHostOf } from '../access/hosts.js';
import { notForKeys, staffActor } from '../access/actor.js';
import { findToken } from '../api-keys/token.js';
import { requireAddress } from '../platform/http/host.js';
import { networkOf } from '../platform/http/network.js';
import { isId } from '../platform/http/shapes.js';
import { crossSite, isCrossSite } from '../auth/same-origin.js';
import { hasSessionCookie } from '../auth/session.js';
import { CONFIG } from '../platform/config.module.js';
import { AppError, invalid } from '../platform/http/errors.js';
import type { Config } from '../config.js';
import type { Audience, ConnectRequest } from '../contract/events.js';
import { READ_MOMENT } from '../public-review/moment-review.js';
import { READ_OPTIMIZATION } from '../public-review/optimization-review.js';
import { ReviewLinkService } from '../public-review/review-link.service.js';
import { VisitorLookUps } from '../public-review/visitor-look-ups.js';
import { findAgencyDomains, isShownAt } from '../public-review/public-review.queries.js';
import type { Visitor } from '../public-review/visitor.decorator.js';
import { UsersService } from '../users/users.service.js';
import { ConnectionLimit, type NetworkTraffic } from './connection-limit.js';
import type { LiveSocket, WatchedReview } from './open-sockets.js';

/** A handshake, once Express and its sessions have read it. */
type Handshake = Request & { session?: Session & Partial<SessionData>; sessionID: string };

/**
 * Decides who may connect, and identifies session, host and watched review of a socket by its handshake and messages.
 */
@Injectable()
export class SocketHosts {
  constructor(
    private readonly db: DataSource,
    private readonly users: UsersService,
    private readonly links: ReviewLinkService,
    private readonly lookUps: VisitorLookUps,
    private readonly limit: ConnectionLimit,
    private readonly adapter: HttpAdapterHost,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Turns a handshake into a request of Express, as Express does with each HTTP request, so that host and IP address
   * are determined in the same way, with trusted proxies only.
   */
  readonly asRequest = (handshake: IncomingMessage, _response: unknown, next: () => void): void => {
    Object.setPrototypeOf(handshake, this.adapter.httpAdapter.getInstance<Express>().request as object);
    next();
  };

  /**
   * Decides whether a handshake may become a connection, and counts it.
   * @throws AppError 400 for an invalid host, 401 or 403 for an API key, 403 CROSS_SITE_REQUEST, 429
   */
  admit(handshake: IncomingMessage): void {
    const request = handshake as Handshake;
    requireAddress(request);
    const { host, ip, headers, session, socket } = request;
    // A connection would outlive the rights of a key; programs poll `GET /api/history` instead.
    if (findToken(request) !== undefined) throw notForKeys();
    if (isCrossSite({ origin: headers.origin, host }, this.config)) throw crossSite();
    this.limit.count({ audience: session?.passport?.user ? 'staff' : 'visitors', network: networkOf(ip) }, socket);
  }

  /** The traffic of the network of an admitted connection. */
  trafficOf({ socket }: IncomingMessage): NetworkTraffic {
    return this.limit.trafficOf(socket);
  }

  /**
   * Identifies who connects, before the connection is accepted.
   * @throws AppError 400 for an audience that does not exist, 401 NOT_SIGNED_IN, 403 ADMIN_ON_AGENCY_DOMAIN
   */
  async identify(socket: LiveSocket): Promise<void> {
    if (this.audienceOf(socket) === 'visitor') return;
    const { session, sessionID } = socket.request as Handshake;
    const userId = session?.passport?.user;
    // Set before the session is looked up, so that the connection is closed if the session ends meanwhile.
    if (userId) socket.data.session = { id: sessionID, userId };
    const user = userId ? await this.users.findBySession(sessionID) : null;
    if (!user || user.needsFactor) throw notSignedIn();
    socket.data.actor = staffActor(user);
  }

  /**
   * The review that a `watch` message asks for; `null` if there is no such link at this host, or it is not open.
   * @throws AppError 429 after too many uses of this link, or guesses of links
   */
  async findWatched(socket: LiveSocket, request: unknown): Promise<WatchedReview | null> {
    const { ip } = socket.request as Handshake;
    const visitor: Visitor = { agencyHost: this.agencyHost(socket), network: networkOf(ip) };
    const { reviewLink } = (request ?? {}) as { reviewLink?: unknown };
    if (reviewLink !== undefined) {
      const { cookie } = socket.request.headers;
      const isToken = typeof reviewLink === 'string';
      const link = isToken ? await this.links.find(reviewLink, cookie, visitor.network) : null;
      if (!link) return null;
      visitor.link = link;
    }
    const view = await this.findReview(request, visitor).catch((error: unknown) => {
      if (error instanceof AppError && error.getStatus() === 403) return null;
      throw error;
    });
    return view && { ...view, agencyHost: visitor.agencyHost, ...(visitor.link && { link: visitor.link }) };
  }

  /** The sockets whose host must not show the review that they watch any more. */
  async withoutAccess(sockets: LiveSocket[]): Promise<LiveSocket[]> {
    const views = sockets.flatMap((socket) => (socket.data.watched ? [{ socket, ...socket.data.watched }] : []));
    const domains = await findAgencyDomains(this.db.manager, [...new Set(views.map(({ reviewId }) => reviewId))]);
    const lost = views.filter(({ reviewId, agencyHost }) => !isShownAt(agencyHost, domains.get(reviewId)));
    return lost.map(({ socket }) => socket);
  }

  private async findReview(request: unknown, visitor: Visitor): Promise<Omit<WatchedReview, 'agencyHost'> | null> {
    const { momentId, publicLink } = (request ?? {}) as { momentId?: unknown; publicLink?: unknown };
    if (typeof publicLink === 'string') {
      const optimization = await this.lookUps.find(READ_OPTIMIZATION, publicLink, visitor, 'read');
      return optimization && { reviewId: optimization.id, clientId: optimization.clientId };
    }
    if (typeof momentId !== 'string' || !isId(momentId)) return null;
    const moment = await this.lookUps.find(READ_MOMENT, momentId, visitor, 'read');
    return moment && { reviewId: moment.id, clientId: moment.clientId };
  }

  private audienceOf(socket: LiveSocket): Audience {
    const { as } = socket.handshake.auth as ConnectRequest;
    const agencyHost = this.agencyHost(socket);
    if (as === undefined) return agencyHost === null && hasSessionCookie(socket.request) ? 'staff' : 'visitor';
    if (as !== 'staff' && as !== 'visitor') throw invalid([{ field: 'as', message: 'as must be staff or visitor' }]);
    if (as === 'staff' && agencyHost !== null) throw adminOnAgencyDomain(agencyHost);
    return as;
  }

  private agencyHost(socket: LiveSocket): string | null {
    return agencyHostOf(socket.request as Handshake, this.config);
  }
}

function notSignedIn(): AppError {
  return new AppError(401, 'NOT_SIGNED_IN', 'Your session has ended, or there is none. Please sign in again.');
}
