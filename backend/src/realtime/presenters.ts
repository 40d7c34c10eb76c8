import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StaffEvents, VisitorEvents } from '../contract/events.js';
import { findWhole } from '../gmb-optimizations/find-optimization.js';
import { presentOptimization, presentReviewOptimization } from '../gmb-optimizations/optimization.present.js';
import { seekImage } from '../images/image-rows.js';
import { presentImage, presentReviewImage } from '../images/image.present.js';
import { seekMoment } from '../moments/moment-row.js';
import { presentMoment, presentReviewMoment } from '../moments/moment.present.js';
import type { Announcements } from './announcements.js';

/** The one thing that a visitor's socket hears about. */
export type Watched = { momentId: string } | { optimizationId: string };

/** What one announcement means for the two audiences; `visitors` names whose visitors hear it, where not everybody does. */
export interface Presented<Name extends keyof StaffEvents> {
  staff: StaffEvents[Name];
  visitors?: Name extends keyof VisitorEvents ? { room: Watched | 'all'; payload: VisitorEvents[Name] } : never;
}

type PresenterTable = {
  [Name in keyof StaffEvents]: (payload: Announcements[Name]) => Promise<Presented<Name> | null>;
};

/** Loads and presents the row behind an announcement, once per process; `null` when the row is gone by now. */
@Injectable()
export class Presenters {
  constructor(private readonly db: DataSource) {}

  readonly table: PresenterTable = {
    'captions.progress': async (payload) => ({ staff: payload }),
    'image.changed': async ({ momentId, imageId }) => {
      const image = await seekImage(this.db.manager, imageId);
      return (
        image && { staff: presentImage(image), visitors: { room: { momentId }, payload: presentReviewImage(image) } }
      );
    },
    'image.deleted': async (payload) => ({
      staff: payload,
      visitors: { room: { momentId: payload.momentId }, payload },
    }),
    'moment.changed': async ({ momentId }) => {
      const moment = await seekMoment(this.db.manager, momentId);
      return (
        moment && {
          staff: presentMoment(moment),
          visitors: { room: { momentId }, payload: presentReviewMoment(moment) },
        }
      );
    },
    'moment.deleted': async (payload) => ({
      staff: payload,
      visitors: { room: { momentId: payload.momentId }, payload },
    }),
    'optimization.progress': async (payload) => ({ staff: payload }),
    'optimization.changed': async ({ optimizationId }) => {
      const optimization = await findWhole(this.db.manager, { id: optimizationId });
      return (
        optimization && {
          staff: presentOptimization(optimization),
          visitors: { room: { optimizationId }, payload: presentReviewOptimization(optimization) },
        }
      );
    },
    'optimization.deleted': async (payload) => ({ staff: payload, visitors: { room: payload, payload } }),
    'client.changed': async (payload) => ({ staff: payload }),
    'agency.changed': async (payload) => ({ staff: payload }),
    // The login page shows the brand to people who watch nothing.
    'settings.changed': async (payload) => ({ staff: payload, visitors: { room: 'all', payload } }),
    'user.changed': async (payload) => ({ staff: payload }),
  };
}
