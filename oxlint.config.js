import { readdirSync } from 'node:fs';
import { posix } from 'node:path';

/**
 * The folders of the backend, the lowest first: a file imports from its own folder and from those before it, types included, so that
 * no two folders import each other. What happens after something in a lower folder is done in a higher one.
 */
const BACKEND = [
  // What crosses the wire; settings.
  'contract config config-values',
  // Knows nothing of what the product is for.
  'platform platform/async platform/http platform/logging platform/limits platform/idempotency platform/database',
  'platform/events platform/queue platform/mail platform/storage platform/tokens platform/metrics platform/requests',
  // What the domains use.
  'pictures access history audit runs ai websites',
  // The team, its clients, and mails to both.
  'users auth agencies settings clients mail domains password-links single-sign-on api-keys',
  // What clients review, and what staff are told of it.
  'reviews moments images notifications optimizations captions',
  // What clients open and get.
  'sharing deliveries certificates public-review',
  // Pages about several domains.
  'search work getting-started pages',
  // All tables; all events.
  'database retention health realtime',
  // The programs.
  'prepare-storage queue-board api-documents mail-catalogue api.module worker.module http main cli',
]
  .join(' ')
  .split(' ');

/** None imports another one: what both know of a record is in `records/`, and a page of several in `app/`. */
const FEATURES = readdirSync('frontend/src/features').map((name) => `features/${name}`);

/** The same of the frontend. */
const FRONTEND = ['lib', 'ui', 'records', FEATURES, 'app', 'main'];

export default {
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'promise', 'jest'],
  categories: {
    correctness: 'error',
    suspicious: 'warn',
  },
  rules: {
    'typescript/no-explicit-any': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'import/no-unassigned-import': 'off',
    'typescript/no-extraneous-class': [
      'warn',
      {
        allowWithDecorator: true,
        allowEmpty: true,
      },
    ],
    'promise/no-callback-in-promise': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jest/expect-expect': [
      'error',
      {
        assertFunctionNames: ['expect', 'expect*'],
      },
    ],
    'jest/no-standalone-expect': [
      'error',
      {
        additionalTestBlockFunctions: ['fault', 'itUnless'],
      },
    ],
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: false,
      },
    ],
  },
  overrides: [
    ...layers('backend/src', BACKEND),
    ...layers('frontend/src', FRONTEND),
    {
      files: ['backend/test/it-unless.ts'],
      rules: {
        'jest/expect-expect': 'off',
        'jest/no-disabled-tests': 'off',
        'jest/valid-describe-callback': 'off',
        'jest/valid-title': 'off',
      },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', '**/*.fixture.ts', '**/*.fixture.tsx'],
      rules: {
        'no-restricted-imports': 'off',
        'import/no-cycle': 'off',
      },
    },
  ],
  ignorePatterns: ['dist/', '**/dist/'],
};

/** A rule for each room of `source`: a folder, or a file without its ending. Those of a list within the list do not import each other. */
function layers(source, order) {
  const rooms = order.flat();
  for (const { name } of readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    if (rooms.some((room) => room.split('/')[0] === name) || name === 'test') continue;
    throw new Error(`${source}/${name} has no place in the order of folders: give it one in oxlint.config.js`);
  }
  return order.flatMap((step, place) => {
    const lower = order.slice(0, place).flat();
    return [step].flat().flatMap((room) => {
      const refused = rooms.filter((other) => other !== room && !lower.includes(other));
      return [room, `${room}/*`, `${room}/*/*`].map((folder) => refusal(source, folder, refused));
    });
  });
}

function refusal(source, folder, rooms) {
  const paths = rooms.map((room) =>
    posix
      .relative(folder, room)
      .replace(/^(?!\.)/, './')
      .replaceAll('.', '\\.'),
  );
  const message = 'this folder is not below: see the order of folders in oxlint.config.js';
  const patterns = [{ regex: `^(${paths.join('|')})([./]|$)`, message }];
  return {
    files: [`${source}/${folder}/*.{ts,tsx}`],
    rules: { 'no-restricted-imports': paths.length > 0 ? ['error', { patterns }] : 'off' },
  };
}
