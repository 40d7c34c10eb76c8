interface Asked {
  data: Record<string, unknown>;
}

/** What a request for a suggestion holds. */
interface Known {
  section: string;
  profile: { businessName: string; address: string; categories: string[]; services: string; serviceAreas: string };
  client: { business: string; serviceAreas: string; targetKeywords: string[]; categories: string[]; address: string };
  previous?: string;
  feedback?: { client?: string; staff?: string };
}

/** Suggestions that keep to the rules, drawn from the request's own data; after a feedback they differ from the previous one. */
export const SUGGESTION_ANSWERS: Record<string, (request: Asked) => unknown> = {
  description_suggestion: (request) => ({ description: description(known(request)) }),
  services_suggestion: (request) => ({ services: marked(services(known(request)), known(request)) }),
  service_areas_suggestion: (request) => ({ serviceAreas: areas(known(request)) }),
  faqs_suggestion: (request) => ({ faqs: faqs(known(request)) }),
  keywords_suggestion: (request) => ({ keywords: marked(keywords(known(request)), known(request)) }),
};

function known({ data }: Asked): Known {
  return data as unknown as Known;
}

function description({ profile, previous, feedback }: Known): string {
  return `${profile.businessName}: a description by the fake provider.${following({ previous, feedback })}`;
}

/** Says whose feedback was followed, in words that grow with each time. */
function following({ previous = '', feedback }: Pick<Known, 'previous' | 'feedback'>): string {
  if (!feedback) return '';
  const who = [feedback.client && 'the client', feedback.staff && 'staff'].filter(Boolean).join(' and ');
  const again = 'once more '.repeat((previous.match(/once more/gu) ?? []).length + 1);
  return ` Written ${again}as ${who} asked.`;
}

function services({ profile, client, feedback }: Known): string[] {
  const stated = [...lines(profile.services), ...profile.categories, ...client.categories];
  return liked(stated, feedback, profile.businessName);
}

function keywords({ profile, client, feedback }: Known): string[] {
  const stated = [...client.targetKeywords, ...profile.categories, ...client.categories].map((word) =>
    word.toLowerCase(),
  );
  return liked(stated, feedback, profile.businessName);
}

/** The first one carries the mark `(re-do)`, with one more `re-` each time. */
function marked([first = '', ...others]: string[], { previous = '', feedback }: Known): string[] {
  if (!feedback) return [first, ...others];
  return [`${first} (${'re-'.repeat((previous.match(/re-/gu) ?? []).length + 1)}do)`, ...others];
}

/** After a feedback, the first one goes to the end. */
function areas({ profile, client, previous = '', feedback }: Known): string[] {
  const stated = [profile.serviceAreas, client.serviceAreas].flatMap((text) => text.split(/[\n,;]|\band\b/u));
  const towns = [profile.address, client.address].flatMap((address) => townOf(address) ?? []);
  const names = liked(
    [...stated, ...towns].filter((name) => /^\s*\p{Lu}[\p{L} '’-]+$/u.test(name)),
    feedback,
  );
  const before = previous.split('\n').filter((name) => names.includes(name));
  const [first, ...others] = before.length ? before : names;
  if (!feedback || !first) return names;
  return others.length ? [...others, first] : [first === previous ? `${first} (${first})` : first];
}

function faqs(data: Known): unknown[] {
  const name = data.profile.businessName;
  const [first] = services(data);
  return [
    { question: `What does ${name} offer?`, answer: `${first}, says the fake provider.${following(data)}` },
    { question: `Who are the people of ${name}?`, answer: `Ask ${name}, says the fake provider.` },
  ];
}

/** The last part of an address that is neither a country's abbreviation nor a street, without its postcode. */
function townOf(address: string): string | undefined {
  const parts = address.split(',').map((part) => part.replace(/\s*\b\w*\d\w*\b/gu, '').trim());
  return parts.slice(1).findLast((part) => /^\p{Lu}\p{Ll}/u.test(part));
}

function lines(text: string): string[] {
  return text.split('\n');
}

/** Entries without doubles, numbers, and what the feedback says no to. */
function liked(entries: string[], feedback: Known['feedback'], instead?: string): string[] {
  const said = Object.values(feedback ?? {})
    .join('\n')
    .toLowerCase();
  const saysNo = /\b(?:no|not|don['’]t|remove|drop|without)\b/u.test(said);
  const cleaned = entries.map((entry) => entry.replace(/^[-•*]\s*/u, '').trim()).filter(Boolean);
  const single = new Map(cleaned.toReversed().map((entry) => [entry.toLowerCase(), entry]));
  const wanted = [...single.values()]
    .toReversed()
    .filter((entry) => !/[\d€$£%]/u.test(entry) && !(saysNo && said.includes(entry.toLowerCase())));
  return wanted.length || !instead ? wanted : [instead];
}
