import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { RequestGuard } from '../platform/requests/request.guard.js';
import { EventsModule } from '../platform/events/event-subscriber.js';
import { Limits, LimitsModule } from '../platform/limits/limits.js';
import { SignedTokensModule } from '../platform/tokens/signed-tokens.js';
import { UsersModule } from '../users/users.module.js';
import { AccessGuard } from '../access/access.guard.js';
import { RouteCheck } from '../access/routes.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { FactorsController } from './factors.controller.js';
import { FactorsService } from './factors.service.js';
import { OpenResponses } from './open-responses.js';
import { LocalStrategy, SessionSerializer } from './passport.js';
import { PasskeysController } from './passkeys.controller.js';
import { PasskeysService } from './passkeys.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { WebAuthn } from './web-authn.js';

/** Time limit for receiving a body without files; enough for 1 MB on a slow connection. */
const BODY_MS = 30_000;

@Module({
  imports: [EventsModule, LimitsModule, PassportModule, SignedTokensModule, UsersModule],
  controllers: [AuthController, FactorsController, PasskeysController, SessionsController],
  exports: [AuthService],
  providers: [
    AuthService,
    FactorsService,
    LocalStrategy,
    OpenResponses,
    PasskeysService,
    SessionSerializer,
    SessionsService,
    SignInAttempts,
    WebAuthn,
    RouteCheck,
    // The order matters: a body is read only after the session was checked.
    { provide: APP_GUARD, useClass: AccessGuard },
    {
      provide: APP_GUARD,
      inject: [Limits],
      useFactory: (limits: Limits) => new RequestGuard(limits, { bodyTimeoutMs: BODY_MS }),
    },
  ],
})
export class AuthModule {}
