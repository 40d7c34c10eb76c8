import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createSuggestedOptimization } from '../../test/factories.js';
import { readOptimization } from '../../test/optimizations.js';
import { sendUntilTaken } from '../../test/send-until-taken.js';
import type { HistoryEntry } from '../contract/history.js';
import type { OptimizationView } from '../contract/optimizations.js';
import { SECTIONS } from '../contract/statuses.js';

const ROUNDS = 5;
const VISITORS = 8;

describe('decisions of several visitors on one section', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const decide = ({ publicLink }: OptimizationView, body: object) =>
    app.visitor().post(`/api/gmb-optimizations/public/${publicLink}/approve/services`).send(body);
  const decisions = async ({ id }: OptimizationView): Promise<HistoryEntry[]> => {
    const { body } = await staff.get(`/api/gmb-optimizations/${id}/history`).expect(200);
    return (body as HistoryEntry[]).filter(({ action }) => /approved|rejected/.test(action));
  };
  const seenOf = ({ sectionVersions, decisionRevisions }: OptimizationView) => ({
    version: sectionVersions.services,
    revision: decisionRevisions.services,
  });

  it('accepts one of two decisions on the same revision, and answers the other with the new state', async () => {
    const optimization = await createSuggestedOptimization(staff);
    const seen = seenOf(optimization);
    await decide(optimization, { status: 'rejected', feedback: 'Too few', ...seen }).expect(200);
    const { body } = await decide(optimization, { status: 'approved', ...seen }).expect(409);
    expect(body).toMatchObject({
      code: 'SECTION_DECIDED',
      message:
        'Somebody else rejected Services meanwhile, with the feedback “Too few”. Please look at that decision first; you can change it then.',
    });
    expect(await readOptimization(staff, optimization)).toMatchObject({
      servicesApproved: 'rejected',
      servicesFeedback: 'Too few',
    });
    expect(await decisions(optimization)).toHaveLength(1);
  });

  it('accepts exactly one of many concurrent contradictory decisions, in every round', async () => {
    let optimization = await createSuggestedOptimization(staff);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const seen = seenOf(optimization);
      // Each one differs from the others and from what stands.
      const bodies = Array.from({ length: VISITORS }, (_none, visitor) =>
        visitor === 0 && round % 2 === 1
          ? { status: 'approved', ...seen }
          : { status: 'rejected', feedback: `round ${round}, visitor ${visitor}`, ...seen },
      );
      const answers = await Promise.all(bodies.map((body) => sendUntilTaken(() => decide(optimization, body))));
      const taken = bodies.filter((_body, visitor) => answers[visitor]!.status === 200);
      expect(taken).toHaveLength(1);
      for (const { status, body } of answers.filter(({ status: answered }) => answered !== 200)) {
        expect([status, body.code]).toEqual([409, 'SECTION_DECIDED']);
      }
      optimization = await readOptimization(staff, optimization);
      const { status, feedback = '' } = taken[0] as { status: string; feedback?: string };
      expect(optimization).toMatchObject({ servicesApproved: status, servicesFeedback: feedback });
      expect(await decisions(optimization)).toHaveLength(round);
    }
  });

  it('counts identical decisions as one, whatever revision they name', async () => {
    const optimization = await createSuggestedOptimization(staff);
    const body = { status: 'rejected', feedback: 'Too few', ...seenOf(optimization) };
    const answers = await Promise.all(
      Array.from({ length: VISITORS }, () => sendUntilTaken(() => decide(optimization, body))),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(answers[0]!.body);
    }
    expect(await decisions(optimization)).toHaveLength(1);
  });

  it('a visitor who saw the last decision can change it', async () => {
    const optimization = await createSuggestedOptimization(staff);
    const first = await decide(optimization, { status: 'rejected', feedback: 'Too few', ...seenOf(optimization) });
    const { body } = await decide(optimization, { status: 'approved', ...seenOf(first.body.optimization) }).expect(200);
    expect(body.optimization).toMatchObject({ servicesApproved: 'approved', servicesFeedback: '' });
    await decide(optimization, { status: 'rejected', feedback: 'No', ...seenOf(body.optimization) }).expect(200);
    expect(await decisions(optimization)).toHaveLength(3);
  });

  it('applies a decision without a revision to the current state', async () => {
    const optimization = await createSuggestedOptimization(staff);
    await decide(optimization, { status: 'rejected', feedback: 'Too few' }).expect(200);
    await decide(optimization, { status: 'approved' }).expect(200);
    expect(await readOptimization(staff, optimization)).toMatchObject({ servicesApproved: 'approved' });
  });

  it('refuses a decision with 409 after staff replaced the decided suggestion', async () => {
    const optimization = await createSuggestedOptimization(staff);
    const seen = seenOf(optimization);
    await decide(optimization, { status: 'rejected', feedback: 'Too few', ...seen }).expect(200);
    await staff.patch(`/api/gmb-optimizations/${optimization.id}`).send({ servicesSuggestion: 'More' }).expect(200);
    const late = await decide(optimization, { status: 'approved', revision: seen.revision }).expect(409);
    expect(late.body.code).toBe('SECTION_CHANGED');
  });

  it('counts revisions per section', async () => {
    const optimization = await createSuggestedOptimization(staff);
    expect(optimization.decisionRevisions).toEqual(Object.fromEntries(SECTIONS.map((section) => [section, 1])));
    await decide(optimization, { status: 'approved' }).expect(200);
    const { decisionRevisions } = await readOptimization(staff, optimization);
    expect(decisionRevisions).toMatchObject({ services: 2, faqs: 1 });
  });

  it.each([0, 1.5, 'x'])('refuses the revision %j', async (revision) => {
    const optimization = await createSuggestedOptimization(staff);
    const { body } = await decide(optimization, { status: 'approved', revision }).expect(400);
    expect(body.message).toContain('revision must be');
  });
});
