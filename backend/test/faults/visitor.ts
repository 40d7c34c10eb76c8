import type { ReviewImageView } from '../../src/contract/images.js';
import type { TestApp } from '../app.js';
import { connectLive, type Live } from '../live.js';

/** Somebody with the public link of a moment, at an address of their own. */
export interface Visitor {
  live: Live;
  images(): Promise<ReviewImageView[]>;
  /** Decides as the review page does: about the version that is shown, and again about the new one when that changed. */
  decide(imageId: string, verdict: Verdict): Promise<number>;
  leave(): void;
}

export type Verdict = { verdict: 'approve' } | { verdict: 'reject'; feedback: string };

/** The address of the n-th visitor, as the proxy in front forwards it. */
export function addressOf(n: number): string {
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
}

/** Opens the review page of a moment at an API that trusts one proxy. */
export async function visit(app: TestApp, url: string, momentId: string, address: string): Promise<Visitor> {
  const headers = { 'x-forwarded-for': address };
  const live = await connectLive({ ...app, url }, headers);
  const watched = await live.watch({ momentId });
  if (!watched.ok) throw new Error(`The moment cannot be watched: ${JSON.stringify(watched)}`);
  const read = async <View>(path: string): Promise<View> => {
    const answer = await fetch(`${url}/api/public/${momentId}${path}`, { headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as View;
  };
  const images = (): Promise<ReviewImageView[]> => read('/images');
  await Promise.all([read(''), read('/branding')]);
  let shown = await images();
  const decide: Visitor['decide'] = async (imageId, { verdict, ...more }) => {
    const { version } = shown.find(({ id }) => id === imageId)!;
    const answer = await fetch(`${url}/api/images/${imageId}/${verdict}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ version, ...more }),
    });
    const { code } = (await answer.json()) as { code?: string };
    if (code !== 'IMAGE_CHANGED') return answer.status;
    shown = await images();
    return decide(imageId, { verdict, ...more } as Verdict);
  };
  return { live, images, decide, leave: () => void live.socket.disconnect() };
}
