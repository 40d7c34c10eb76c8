/** A typed domain as the server keeps it: lower case, in ASCII, without the dot that may end a full name. */
export function domainName(typed: string): string {
  const name = typed.trim().toLowerCase();
  const isName = /^[^\s/?#@:\\]+$/.test(name) && URL.canParse(`http://${name}`);
  return (isName ? new URL(`http://${name}`).hostname : name).replace(/\.$/, '');
}
