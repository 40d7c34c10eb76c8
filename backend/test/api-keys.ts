import request from 'supertest';
import type { NewApiKeyView } from '../src/contract/api-keys.js';
import type { Agent, TestApp } from './app.js';

/** Makes an API key as somebody signed in; of all that they may, unless given. */
export async function createKey(by: Agent, fields: object = {}): Promise<NewApiKeyView> {
  const body = { name: 'Import', role: 'admin', scope: 'all', ...fields };
  return (await by.post('/api/api-keys').send(body).expect(201)).body as NewApiKeyView;
}

/** A program that sends this key with each request. */
export function program({ url }: Pick<TestApp, 'url'>, { token }: { token: string }): Agent {
  return request.agent(url).set('Authorization', `Bearer ${token}`);
}
