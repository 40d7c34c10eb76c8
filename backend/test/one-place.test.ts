import { beforeAll, describe, expect, it } from '@jest/globals';
import { readSources } from './spec-coverage.js';

describe('the frontend', () => {
  let files: [file: string, source: string][];
  beforeAll(async () => {
    const isTest = /\.(test|fixtures?|stage)\.tsx?$|^frontend\/src\/test\//;
    files = [...(await readSources())].filter(([file]) => file.startsWith('frontend/src/') && !isTest.test(file));
  });

  const filesWith = (pattern: RegExp) => files.filter(([, source]) => pattern.test(source)).map(([file]) => file);

  it('talks to the API in one place', () => {
    expect(filesWith(/(?<![.\w])fetch\(/)).toEqual(['frontend/src/lib/ask.ts']);
    expect(filesWith(/from '[./\w]*\/ask'/)).toEqual(['frontend/src/lib/early-reads.ts', 'frontend/src/lib/http.ts']);
    expect(filesWith(/new XMLHttpRequest\b|\baxios\b/)).toEqual(['frontend/src/lib/http.ts']);
  });

  it('shows notifications in one place', () => {
    expect(filesWith(/import \{[^}]*\b(notification|message|App)\b[^}]*\} from 'antd'/)).toEqual([
      'frontend/src/lib/notices.tsx',
    ]);
    expect(filesWith(/\bimport\('\.\/notices'\)|from '[./\w]*\/notices'/)).toEqual(['frontend/src/lib/toast.ts']);
  });
});
