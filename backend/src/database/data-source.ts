import type { DataSourceOptions } from 'typeorm';
import { Initial1770000000000 } from '../../migrations/1770000000000-initial.js';
import { HistoryFeed1797110000000 } from '../../migrations/1797110000000-history-feed.js';
import { RightsOfInvitations1797200000000 } from '../../migrations/1797200000000-rights-of-invitations.js';
import { DueByKind1797300000000 } from '../../migrations/1797300000000-due-by-kind.js';
import { SecondFactors1797400000000 } from '../../migrations/1797400000000-second-factors.js';
import { ApiKeys1797410000000 } from '../../migrations/1797410000000-api-keys.js';
import { OwnersOfClients1797600000000 } from '../../migrations/1797600000000-owners-of-clients.js';
import { OpenedByVisits1797500000000 } from '../../migrations/1797500000000-opened-by-visits.js';
import { MomentsOfClients1797505000000 } from '../../migrations/1797505000000-moments-of-clients.js';
import { Audit1797610000000 } from '../../migrations/1797610000000-audit.js';
import { Passkeys1797620000000 } from '../../migrations/1797620000000-passkeys.js';
import { SingleSignOn1797630000000 } from '../../migrations/1797630000000-single-sign-on.js';
import { DeliveriesOfMovedReviews1797640000000 } from '../../migrations/1797640000000-deliveries-of-moved-reviews.js';
import { ApiKey, ApiKeyAgency, ApiKeyClient } from '../api-keys/api-key.entity.js';
import { Agency } from '../agencies/agency.entity.js';
import { AuditRecord } from '../audit/audit.entity.js';
import { AnsweredChallenge, Passkey } from '../auth/passkey.entity.js';
import { RecoveryCode } from '../auth/recovery-code.entity.js';
import { SignInNetwork } from '../auth/sign-in-networks.js';
import { CertificateKey } from '../certificates/certificate-key.entity.js';
import { Client } from '../clients/client.entity.js';
import { Delivery } from '../deliveries/delivery.entity.js';
import { OptimizationSection } from '../optimizations/optimization-section.entity.js';
import { Optimization } from '../optimizations/optimization.entity.js';
import { HistoryRecord, PendingEntry } from '../history/history.entity.js';
import { IdempotencyKey } from '../platform/idempotency/idempotency-key.entity.js';
import { Image } from '../images/image.entity.js';
import { Mail } from '../mail/mail.entity.js';
import { Recipient } from '../mail/recipient.entity.js';
import { Moment } from '../moments/moment.entity.js';
import { Review } from '../reviews/review.entity.js';
import { ReviewLink } from '../sharing/review-link.entity.js';
import { Reviewer } from '../sharing/reviewer.entity.js';
import { Follow, Notification } from '../notifications/notification.entity.js';
import { SignInIdentity } from '../single-sign-on/sign-in-identity.entity.js';
import { PasswordLink } from '../password-links/password-link.entity.js';
import { Settings } from '../settings/settings.entity.js';
import { Deletion } from '../platform/storage/deletion.entity.js';
import { Run, RunItem } from '../runs/run.entity.js';
import { RemovedUser } from '../users/removed-user.entity.js';
import { User } from '../users/user.entity.js';
import { UserAgency, UserClient } from '../users/user-scope.entity.js';
import { SessionClient } from '../platform/database/session-client.js';

/**
 * The tables in the order in which they depend on each other, in which a backup is restored, and the migrations that make them. Named
 * one by one: a search of folders would also find the compiled file of a migration that was renamed, and run it twice.
 */
export function dataSourceOptions(url: string) {
  return {
    type: 'postgres',
    url,
    entities: [
      User,
      SignInNetwork,
      RecoveryCode,
      Passkey,
      AnsweredChallenge,
      Agency,
      Client,
      UserAgency,
      UserClient,
      ApiKey,
      ApiKeyAgency,
      ApiKeyClient,
      Review,
      Moment,
      Optimization,
      Image,
      OptimizationSection,
      Reviewer,
      ReviewLink,
      Run,
      RunItem,
      Recipient,
      Mail,
      PasswordLink,
      SignInIdentity,
      RemovedUser,
      HistoryRecord,
      Follow,
      Notification,
      PendingEntry,
      Delivery,
      CertificateKey,
      AuditRecord,
      IdempotencyKey,
      Settings,
      Deletion,
    ],
    migrations: [
      Initial1770000000000,
      HistoryFeed1797110000000,
      RightsOfInvitations1797200000000,
      DueByKind1797300000000,
      SecondFactors1797400000000,
      ApiKeys1797410000000,
      OpenedByVisits1797500000000,
      MomentsOfClients1797505000000,
      OwnersOfClients1797600000000,
      Audit1797610000000,
      Passkeys1797620000000,
      SingleSignOn1797630000000,
      DeliveriesOfMovedReviews1797640000000,
    ],
    synchronize: false,
    poolSize: 20,
    // Timeouts and keep-alive, so that a database that disappeared silently is noticed.
    extra: {
      Client: SessionClient,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 10_000,
    },
  } as const satisfies DataSourceOptions;
}
