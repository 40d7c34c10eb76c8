/** Names of prepared statements, by their text. */
const names = new Map<string, string>();

/**
 * Marks a statement to be prepared, so that PostgreSQL plans it once per connection: planning a small statement takes
 * longer than running it. Only for statements whose plan is the same for all parameters, such as a look-up by a key.
 * @returns `sql`
 */
export function prepared(name: string, sql: string): string {
  names.set(sql, name);
  return sql;
}

/** The name of a prepared statement; `undefined` for other statements. */
export function preparedName(sql: string): string | undefined {
  return names.get(sql);
}

/** Escapes `%`, `_` and `\` in a text, for use in a pattern of `LIKE`. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * The condition that the name of a record contains a text, in any case and with or without accents.
 * @param alias of a table with a column `searchText`
 * @param text the parameter that holds the text, as `likeText` returns it
 */
export function nameContains(alias: string, text: string): string {
  return `${alias}."searchText" LIKE '%' || search_text(${text}) || '%'`;
}

/** The condition that the name of a record, or of the client that it is about, contains a text, as `nameContains`. */
export function recordContains(alias: string, text: string): string {
  // An array of clients, unlike a join, lets both halves use their index.
  const clients = `SELECT "id" FROM clients WHERE ${nameContains('clients', text)}`;
  return `(${nameContains(alias, text)} OR ${alias}."clientId" = ANY(ARRAY(${clients})))`;
}

/** The conditions of a list with the parameters of its statement. */
export class Conditions {
  readonly parameters: unknown[] = [];
  private readonly conditions = ['true'];

  /** Adds a condition on a value of the query, if the query has it. */
  add(value: unknown, condition: (parameter: string) => string): this {
    if (value) this.conditions.push(condition(`$${this.parameters.push(value)}`));
    return this;
  }

  /** Adds a condition without a parameter, if `isWanted`. */
  when(isWanted: boolean, condition: string): this {
    if (isWanted) this.conditions.push(condition);
    return this;
  }

  get where(): string {
    return this.conditions.join(' AND ');
  }

  /** `LIMIT` and `OFFSET` of the page that a query asks for; adds to the parameters. */
  range({ limit, offset = 0 }: { limit?: number; offset?: number }): string {
    return `LIMIT $${this.parameters.push(limit ?? null)} OFFSET $${this.parameters.push(offset)}`;
  }
}
