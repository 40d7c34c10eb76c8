import { Module, type DynamicModule } from '@nestjs/common';
import { AgenciesModule } from './agencies/agencies.module.js';
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
import { ImagesModule } from './images/images.module.js';
import { QueueMetrics } from './platform/metrics/queue-metrics.js';
import { MomentsModule } from './moments/moments.module.js';
import { MailCatalogueModule } from './mail-catalogue.js';
import { MailsModule } from './mail/mails.module.js';
import { MailerModule } from './platform/mail/mailer.js';
import { PasswordLinksModule } from './password-links/password-links.module.js';
import { QueueModule } from './platform/queue/queue.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { RealtimeModule } from './realtime/realtime.module.js';
import { SharingModule } from './sharing/sharing.module.js';
import { ReviewModule } from './public-review/review.module.js';
import { RunsModule } from './runs/runs.module.js';
import { SearchModule } from './search/search.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { WorkModule } from './work/work.module.js';
import { DeletionsModule } from './platform/storage/deletions.service.js';
import { StorageModule } from './platform/storage/storage.module.js';

/** Everything that answers browsers. */
@Module({
  imports: [
    AuthModule,
    PasswordLinksModule,
    AgenciesModule,
    ClientsModule,
    MomentsModule,
    ImagesModule,
    CaptionsModule,
    DeliveriesModule,
    CertificatesModule,
    SharingModule,
    ReviewModule,
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
  providers: [QueueMetrics],
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
