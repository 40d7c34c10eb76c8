import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect } from '@jest/globals';
import { fault } from './fault.js';
import { asMarkdown, LICENCES_FILE, lockedPackages, productionPackages } from './licences.js';

const ROOT = join(import.meta.dirname, '../../..');
const REGISTRY = 'https://registry.npmjs.org/';

/** Licences that ask for no more than to be named. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  // The licence of typefaces.
  'OFL-1.1',
  'Python-2.0',
];
/** Libraries of their own that anybody may exchange: libvips, which sharp brings along, and libheif, as it was published. */
const AS_LIBRARY: Record<string, RegExp> = {
  'LGPL-3.0-or-later': /^@img\/sharp-/,
  'LGPL-3.0': /^libheif-js$/,
  // The licence of Bitstream Vera: a typeface within a program may be shipped and sold with it, under its notice.
  'SEE LICENSE IN README.md AND LICENSE': /^dejavu-fonts-ttf$/,
};

const advisories = await auditedAdvisories();

describe('what comes from others', () => {
  fault(
    {
      what: 'a package with a known hole',
      done: 'npm audit asks the registry about all packages of production',
      checked: 'it knows of none that is not explained in advisories.json, and nothing stands there that is over',
      missing: advisories ? null : 'this registry offers no npm audit',
    },
    async () => {
      const explained = JSON.parse(await readFile(join(import.meta.dirname, 'advisories.json'), 'utf8')) as object;
      expect(advisories).toEqual(Object.keys(explained).toSorted());
      for (const reason of Object.values(explained)) expect(reason).toMatch(/\w{3,} \w+/);
    },
  );

  fault(
    {
      what: 'a package that is not what it was when it was chosen',
      done: 'package-lock.json is read, and every way in which the project installs',
      checked: 'every package is pinned by its hash and comes from the registry; all installs keep to the lock',
    },
    async () => {
      const packages = lockedPackages();
      expect(packages.length).toBeGreaterThan(500);
      const loose = packages.filter(
        ([, { integrity, resolved = REGISTRY }]) => !/^sha512-/.test(integrity ?? '') || !resolved.startsWith(REGISTRY),
      );
      expect(loose.map(([place]) => place)).toEqual([]);
      const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
      for (const folder of ['', 'backend', 'frontend']) {
        const { dependencies, devDependencies } = JSON.parse(
          await readFile(join(ROOT, folder, 'package.json'), 'utf8'),
        );
        expect(lock.packages[folder]).toMatchObject({ devDependencies, ...(dependencies && { dependencies }) });
        const specs = Object.values({ ...dependencies, ...devDependencies }) as string[];
        expect(specs.filter((spec) => !/^[\^~]?\d/.test(spec))).toEqual([]);
      }
      for (const file of ['.ci/run', '.github/workflows/faults.yml', 'docker/Dockerfile']) {
        const text = await readFile(join(ROOT, file), 'utf8');
        expect(text).toContain('npm ci');
        expect(text).not.toMatch(/npm (i|install|update)\b|npx (?!--no)\S+@/);
      }
    },
  );

  fault(
    {
      what: 'a package that runs a program while it is installed',
      done: 'a package with a postinstall script is installed with the .npmrc of the project',
      checked: 'its script does not run; every place that installs packages has that .npmrc',
    },
    async () => {
      const project = await mkdtemp(join(tmpdir(), 'gmb-install-'));
      try {
        await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'project', private: true }));
        await mkdir(join(project, 'curious'));
        const scripts = { postinstall: 'touch "$INIT_CWD/ran"' };
        const curious = JSON.stringify({ name: 'curious', version: '1.0.0', scripts });
        await writeFile(join(project, 'curious/package.json'), curious);
        expect(await postinstallRan(project)).toBe(true);
        await copyFile(join(ROOT, '.npmrc'), join(project, '.npmrc'));
        expect(await postinstallRan(project)).toBe(false);
      } finally {
        await rm(project, { recursive: true });
      }
      const dockerfile = await readFile(join(ROOT, 'docker/Dockerfile'), 'utf8');
      for (const system of dockerfile.split('FROM ').filter((lines) => lines.includes('npm ci'))) {
        expect(system).toMatch(/COPY .*\.npmrc/);
      }
    },
  );

  fault(
    {
      what: 'a licence that asks for more than to be named',
      done: 'the licences of all packages of production are read from the lock, on any platform',
      checked: 'each is an allowed one, and LICENCES.md lists them as they are',
    },
    async () => {
      const packages = productionPackages();
      const refused = packages.filter(
        ({ name, licence }) =>
          !isAllowed(name, licence) && !licence.split(' AND ').every((part) => isAllowed(name, part)),
      );
      expect(refused).toEqual([]);
      expect(await readFile(LICENCES_FILE, 'utf8')).toBe(asMarkdown(packages));
    },
  );

  fault(
    {
      what: 'a secret in the repository',
      done: 'all files of the repository are searched for private keys and for keys of clouds, providers and registries',
      checked: 'the only private key is the self-signed one of the tests',
    },
    async () => {
      const files = await filesOf(ROOT);
      expect(files.length).toBeGreaterThan(300);
      const found: string[] = [];
      for (const file of files) if (SECRETS.test(await readFile(join(ROOT, file), 'latin1'))) found.push(file);
      expect(found).toEqual(['backend/test/self-signed.ts']);
    },
  );
});

const SECRETS =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----|AKIA[0-9A-Z]{16}|sk-(?:proj-)?[A-Za-z0-9]{40,}|gh[pousr]_[A-Za-z0-9]{36}|npm_[A-Za-z0-9]{36}|xox[bap]-\d/;

function isAllowed(name: string, licence: string): boolean {
  return ALLOWED.includes(licence) || (AS_LIBRARY[licence]?.test(name) ?? false);
}

/** Whether npm runs the script of the package that the project has in its folder `curious`. */
async function postinstallRan(project: string): Promise<boolean> {
  for (const left of ['node_modules', 'package-lock.json', 'ran']) {
    await rm(join(project, left), { recursive: true, force: true });
  }
  // npm hands its settings to its children, and would bring those of this project along.
  const settings = Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_config_ignore'));
  const options = { cwd: project, env: Object.fromEntries(settings), timeout: 120_000 };
  await promisify(execFile)('npm', ['install', '--install-links', '--no-audit', './curious'], options);
  return existsSync(join(project, 'ran'));
}

/** Names of all advisories about packages of production; `null` if the registry is not available. */
async function auditedAdvisories(): Promise<string[] | null> {
  const report = await new Promise<string>((resolve) => {
    const options = { cwd: ROOT, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 };
    execFile('npm', ['audit', '--omit=dev', '--json'], options, (_error, stdout) => resolve(stdout));
  });
  const { vulnerabilities } = JSON.parse(report.slice(report.indexOf('{')) || '{}') as Report;
  if (!vulnerabilities) return null;
  const causes = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((cause) => typeof cause === 'object'));
  return [...new Set(causes.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)))].toSorted();
}

interface Report {
  vulnerabilities?: Record<string, { via: (string | { url: string })[] }>;
}

async function filesOf(folder: string): Promise<string[]> {
  const skipped = ['node_modules', 'dist', '.git', '.data', 'test-results', 'playwright-report'];
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries
    .filter(({ name }) => !skipped.includes(name) && name !== '.env')
    .map(async (entry) => {
      if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
      return (await filesOf(join(folder, entry.name))).map((file) => join(entry.name, file));
    });
  return (await Promise.all(found)).flat();
}
