import type { DataSourceOptions } from 'typeorm';
import { Initial1764000000000 } from '../../migrations/1764000000000-initial.js';
import { Optimizations1764100000000 } from '../../migrations/1764100000000-optimizations.js';
import { DomainChecks1764200000000 } from '../../migrations/1764200000000-domain-checks.js';
import { RequestIds1764300000000 } from '../../migrations/1764300000000-request-ids.js';
import { Edits1764400000000 } from '../../migrations/1764400000000-edits.js';
import { MomentCounts1764500000000 } from '../../migrations/1764500000000-moment-counts.js';
import { AgenciesByName1764600000000 } from '../../migrations/1764600000000-agencies-by-name.js';
import { UploadContents1764710000000 } from '../../migrations/1764710000000-upload-contents.js';
import { SectionDecisions1764720000000 } from '../../migrations/1764720000000-section-decisions.js';
import { CredentialVersions1764730000000 } from '../../migrations/1764730000000-credential-versions.js';
import { WrittenFrom1764740000000 } from '../../migrations/1764740000000-written-from.js';
import { RunReasons1764750000000 } from '../../migrations/1764750000000-run-reasons.js';
import { Agency } from '../agencies/agency.entity.js';
import { CaptionRun, CaptionRunItem } from '../captions/caption-run.entity.js';
import { Client } from '../clients/client.entity.js';
import { OptimizationRun, OptimizationRunItem } from '../gmb-optimizations/optimization-run.entity.js';
import { OptimizationSection } from '../gmb-optimizations/optimization-section.entity.js';
import { Optimization } from '../gmb-optimizations/optimization.entity.js';
import { HistoryRecord } from '../history/history.entity.js';
import { IdempotencyKey } from '../images/idempotency-key.entity.js';
import { Image } from '../images/image.entity.js';
import { Moment } from '../moments/moment.entity.js';
import { Settings } from '../settings/settings.entity.js';
import { Deletion } from '../storage/deletion.entity.js';
import { User } from '../users/user.entity.js';

/** The tables in the order in which they depend on each other, and the migrations that make them. */
export function dataSourceOptions(url: string) {
  return {
    type: 'postgres',
    url,
    entities: [
      User,
      Agency,
      Client,
      Moment,
      Image,
      CaptionRun,
      CaptionRunItem,
      Optimization,
      OptimizationSection,
      OptimizationRun,
      OptimizationRunItem,
      HistoryRecord,
      IdempotencyKey,
      Settings,
      Deletion,
    ],
    migrations: [
      Initial1764000000000,
      Optimizations1764100000000,
      DomainChecks1764200000000,
      RequestIds1764300000000,
      Edits1764400000000,
      MomentCounts1764500000000,
      AgenciesByName1764600000000,
      UploadContents1764710000000,
      SectionDecisions1764720000000,
      CredentialVersions1764730000000,
      WrittenFrom1764740000000,
      RunReasons1764750000000,
    ],
    synchronize: false,
    poolSize: 20,
    // A database that vanished without a word is noticed: no request waits longer for a connection, and dead ones are found.
    extra: { keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 10_000 },
  } as const satisfies DataSourceOptions;
}
