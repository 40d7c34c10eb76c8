import { expect } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { aClient } from '../../records/moments.fixture';
import { serveDraft } from './wizard.fixture';

type User = ReturnType<typeof renderRoute>['user'];

export const ROSE = aClient({
  website: 'https://rose.example',
  phone: '+44 1752 000000',
  address: '1 Quay Street, Plymouth',
  description: 'Florist since 1987.',
  serviceAreas: 'Plymouth\nSaltash',
  categories: ['Florist', 'Gift shop'],
});
const CAFE = aClient({ id: 'client-2', business: 'Corner Café', phone: '+351 22 000 000' });

export const button = (name: string) => screen.getByText(name).closest('button')!;
export const field = (label: string) => screen.findByLabelText(label);

/** A step is shown before the saving of the one before has ended; until then its fields are disabled, and nothing can be sent. */
export const enabled = (label: string) => waitFor(async () => expect(await field(label)).toBeEnabled());

export async function open(path = '/gmb-optimizations/create') {
  const page = renderRoute(path);
  await screen.findByRole('heading', { name: 'Create GMB Optimization' });
  return page;
}

export async function choose(user: User, business: string) {
  await user.click(await field('Client'));
  await user.click(await screen.findByTitle(business));
}

export async function type(user: User, label: string, text: string) {
  await user.clear(await field(label));
  await user.type(await field(label), text);
}

/** Holds an answer back until the test lets it go. */
export function gate() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Step 1 filled in for the client of the test, and saved. */
export async function toStep2(user: User) {
  await choose(user, 'Rose & Thorn');
  await user.click(button('Next'));
  await enabled('Phone');
}

/** Signs in, with two clients and no draft on the server. */
export function setTheStage(): void {
  signedIn();
  fakeServer.on('GET /api/clients', { body: [ROSE, CAFE] });
  serveDraft(null);
}
