import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * `npm run licences` writes LICENCES.md: every package that the product runs with, by its licence. The suite of faults
 * holds it to package-lock.json, and each licence to the allowed ones.
 */

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const LICENCES_FILE = join(ROOT, 'LICENCES.md');

const HEAD = `# Licences of what the product runs with

Every package of \`package-lock.json\` that is not for development only, on any platform. Written by \`npm run licences\`.
`;

const MIT = /Permission is hereby granted, free of charge, to any person obtaining/;

/** One version of a package. */
export interface Package {
  name: string;
  version: string;
  licence: string;
}

/** A package as the lock file describes it. */
export interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  integrity?: string;
  resolved?: string;
}

/** The packages of the lock file with their places, without the project's own. */
export function lockedPackages(): [place: string, LockedPackage][] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);
}

/** The name of the package in that place. */
function nameAt(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** What the product runs with, in the order of the names; each version once. */
export function productionPackages(): Package[] {
  const found = lockedPackages()
    .filter(([, { dev }]) => !dev)
    .map(([place, { version, license }]) => ({
      name: nameAt(place),
      version,
      licence: license ?? oldLicenceOf(place),
    }));
  const each = new Map(found.map((entry) => [`${entry.name} ${entry.version}`, entry]));
  return [...each].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
}

/** The text of LICENCES.md. */
export function asMarkdown(packages: Package[]): string {
  const licences = [...new Set(packages.map(({ licence }) => licence))].toSorted();
  const sections = licences.map((licence) => {
    const lines = packages.filter((entry) => entry.licence === licence);
    return `\n## ${licence}\n\n${lines.map(({ name, version }) => `- ${name} ${version}\n`).join('')}`;
  });
  return HEAD + sections.join('');
}

interface OldForm {
  license?: string;
  licenses?: string | { type: string }[];
}

// Packages from before 2015 name their licence in a form that the lock file does not take over, or only in a text.
function oldLicenceOf(place: string): string {
  const folder = join(ROOT, place);
  const { licenses, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as OldForm;
  const named = [licenses ?? license ?? []].flat().map((entry) => (typeof entry === 'string' ? entry : entry.type));
  if (named.length > 0) return named.join(' OR ');
  const texts = readdirSync(folder).filter((name) => /^(licen[cs]e|readme)/i.test(name));
  const isMit = texts.some((name) => MIT.test(readFileSync(join(folder, name), 'utf8')));
  return isMit ? 'MIT' : 'unknown';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(LICENCES_FILE, asMarkdown(productionPackages()));
}
