import { readSources } from './sources.js';

const CLASS = /^(?:export )?class (\w+)/;
const COMMENT = /^ {2}\/\*\* (.+) \*\/$/;
const FIELD = /^ {2}(\w+)[!?]: /;

/** The comments on the fields of bodies and queries, by class and field: `UploadBody.momentId`. */
export function readDescriptions(root: URL): Map<string, string> {
  const found = new Map<string, string>();
  for (const source of readSources(new URL('backend/src/contract/', root), '.ts')) {
    let name = '';
    let comment: string | undefined;
    for (const line of source.split('\n')) {
      name = CLASS.exec(line)?.[1] ?? name;
      comment = COMMENT.exec(line)?.[1] ?? comment;
      const field = FIELD.exec(line)?.[1];
      if (field && comment) found.set(`${name}.${field}`, comment);
      if (field || line === '') comment = undefined;
    }
  }
  return found;
}
