/** The clients that somebody may see: all, or those of some agencies and some single ones. */
export type Scope = 'all' | { agencyIds: string[]; clientIds: string[] };

export const ALL: Scope = 'all';
export const NOTHING: Scope = { agencyIds: [], clientIds: [] };
