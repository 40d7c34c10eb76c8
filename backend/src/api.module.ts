import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { AgenciesModule } from './agencies/agencies.module.js';
import { ApiKeysModule } from './api-keys/api-keys.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CaptionsModule } from './captions/captions.module.js';
import { CertificatesModule } from './certificates/certificates.module.js';
import { ClientsModule } from './clients/clients.module.js';
import { ConfigModule } from './platform/config.module.js';
import type { Config } from './config.js';
import { DatabaseModule } from './database/database.module.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { DomainsModule } from './domains/domains.module.js';
import { OptimizationsModule } from './optimizations/optimizations.module.js';
import { GettingStartedModule } from './getting-started/getting-started.module.js';
import { HealthModule } from './health/health.module.js';
import { ENTRY_FOLLOWERS, PendingEntriesSweep, type EntryFollower } from './history/pending-entries.sweep.js';
import { ImagesModule } from './images/images.module.js';
import { QueueMetrics } from './platform/metrics/queue-metrics.js';
import { MomentsModule } from './moments/moments.module.js';
import { MailCatalogueModule } from './mail-catalogue.js';
import { MailsModule } from './mail/mails.module.js';
import { MailerModule } from './platform/mail/mailer.js';
import { PasswordLinksModule } from './password-links/password-links.module.js';
import { QueueModule } from './platform/queue/queue.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { Notifier } from './notifications/topics.js';
import { RealtimeModule } from './realtime/realtime.module.js';
import { Receipts } from './sharing/receipts.js';
import { SharingModule } from './sharing/sharing.module.js';
import { PublicReviewModule } from './public-review/public-review.module.js';
import { RunsModule } from './runs/runs.module.js';
import { SearchModule } from './search/search.module.js';
import { SingleSignOnModule } from './single-sign-on/single-sign-on.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { WorkModule } from './work/work.module.js';
import { DeletionsModule } from './platform/storage/deletions.service.js';
import { StorageModule } from './platform/storage/storage.module.js';

/** What follows entries of the history, in this order. */
const FOLLOWERS = [Notifier, Receipts];
const provideFollowers: Provider = {
  provide: ENTRY_FOLLOWERS,
  inject: FOLLOWERS,
  useFactory: (...followers: EntryFollower[]) => followers,
};

/** Everything that answers browsers. */
@Module({
  imports: [
    AuditModule,
    AuthModule,
    PasswordLinksModule,
    ApiKeysModule,
    SingleSignOnModule,
    AgenciesModule,
    ClientsModule,
    MomentsModule,
    ImagesModule,
    CaptionsModule,
    DeliveriesModule,
    CertificatesModule,
    SharingModule,
    PublicReviewModule,
    OptimizationsModule,
    RunsModule,
    SearchModule,
    SettingsModule,
    WorkModule,
    NotificationsModule,
    GettingStartedModule,
    DomainsModule,
    RealtimeModule,
    HealthModule,
    MailsModule,
  ],
  providers: [QueueMetrics, PendingEntriesSweep, provideFollowers],
})
export class ApiModule {
  static for(config: Config, databaseUrl: string): DynamicModule {
    const imports = [
      ConfigModule.for(config),
      DatabaseModule.for(config, databaseUrl),
      QueueModule.for(config, databaseUrl),
      MailerModule,
      MailCatalogueModule.for(),
      StorageModule,
      DeletionsModule,
    ];
    return { module: ApiModule, imports };
  }
}
