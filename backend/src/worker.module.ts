import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AiModule } from './ai/ai.module.js';
import { CAPTIONS, CaptionsHandler } from './captions/captions.run.js';
import { ConfigModule } from './platform/config.module.js';
import type { Config } from './config.js';
import { DatabaseModule } from './database/database.module.js';
import type { RunKindName } from './contract/runs.js';
import { NewRounds } from './reviews/new-rounds.js';
import { RechecksSweep } from './domains/rechecks.sweep.js';
import { MailCatalogueModule } from './mail-catalogue.js';
import type { MailCatalogue } from './mail/mail-descriptor.js';
import { MAILS, MailsHandler } from './mail/mails.run.js';
import { OutboxModule } from './mail/outbox.js';
import { MailsSweep } from './mail/mails.sweep.js';
import { MomentCountsSweep } from './moments/moment-counts.sweep.js';
import { SUGGESTIONS, SuggestionsHandler } from './optimizations/suggestions.run.js';
import { NotificationMailsSweep } from './notifications/notification-mails.sweep.js';
import { MailerModule } from './platform/mail/mailer.js';
import { QueueModule } from './platform/queue/queue.module.js';
import { RetentionSweep } from './retention/retention.sweep.js';
import type { RunHandler, RunKind } from './runs/run-kind.js';
import { runWorker } from './runs/run.worker.js';
import { RunsSweep } from './runs/runs.sweep.js';
import { DeletionsModule, DeletionsSweep } from './platform/storage/deletions.service.js';
import { StorageModule } from './platform/storage/storage.module.js';
import { SignedTokensModule } from './platform/tokens/signed-tokens.js';
import { WebsitesModule } from './websites/websites.module.js';

/** What does the work of each kind: a kind without its handler here does not compile. */
const RUN_HANDLERS: Record<RunKindName, { kind: RunKind; handler: Type<RunHandler> }> = {
  captions: { kind: CAPTIONS, handler: CaptionsHandler },
  mails: { kind: MAILS, handler: MailsHandler },
  optimizations: { kind: SUGGESTIONS, handler: SuggestionsHandler },
};

/** Everything that works in the background. */
@Module({
  imports: [AiModule, WebsitesModule, OutboxModule, SignedTokensModule],
  providers: [
    ...Object.values(RUN_HANDLERS).flatMap(({ kind, handler }) => [handler, runWorker(kind, handler)]),
    NewRounds,
    RunsSweep,
    MailsSweep,
    NotificationMailsSweep,
    RechecksSweep,
    RetentionSweep,
    MomentCountsSweep,
    DeletionsSweep,
  ],
})
export class WorkerModule {
  /** @param mails other descriptors of mails than the product's */
  static for(config: Config, databaseUrl: string, mails?: MailCatalogue): DynamicModule {
    const imports = [
      ConfigModule.for(config),
      DatabaseModule.for(config, databaseUrl),
      QueueModule.for(config, databaseUrl),
      MailerModule,
      MailCatalogueModule.for(mails),
      StorageModule,
      DeletionsModule,
    ];
    return { module: WorkerModule, imports };
  }
}
