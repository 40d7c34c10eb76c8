import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Server } from 'node:net';
import {
  decode,
  encode,
  RECURSION_AVAILABLE,
  RECURSION_DESIRED,
  streamEncode,
  TRUNCATED_RESPONSE,
  type DecodedPacket,
  type StringAnswer,
} from 'dns-packet';

const RCODES = { NOERROR: 0, FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

/** What a name holds. A name that was not mentioned does not exist. */
export interface DnsRecords {
  A?: string[];
  AAAA?: string[];
  CNAME?: string;
}

/** What the name server does with a question about a name. */
export type DnsBehaviour =
  | DnsRecords
  | { fail: Exclude<keyof typeof RCODES, 'NOERROR'> }
  /** Takes the question and never answers. */
  | { silent: 'always' }
  /** Behaves like `next` once this has come. */
  | { until: Promise<unknown>; next: DnsBehaviour }
  /** Says over UDP that the answer does not fit, and gives it over TCP. */
  | { overTcp: DnsRecords };

/** One question that the name server received. */
export interface DnsQuestion {
  name: string;
  type: string;
  transport: 'udp' | 'tcp';
}

/** A recursive name server on loopback, over UDP and TCP. */
export interface FakeDns {
  /** `127.0.0.1:<port>`, as DNS_SERVERS wants it. */
  address: string;
  /** All questions since the start, oldest first. */
  questions: DnsQuestion[];
  /** Behaviour of a name, or only of the questions about it for one type of record. */
  on(name: string, behaviour: DnsBehaviour, type?: keyof DnsRecords): void;
  /** Resolves once a question about that name has arrived. */
  asked(name: string): Promise<void>;
  /** Forgets all questions and names. */
  reset(): void;
  close(): Promise<void>;
}

type Zone = Map<string, DnsBehaviour>;
type Reply = { rcode: keyof typeof RCODES; answers: StringAnswer[]; truncated?: 'truncated' };

/** Starts a fake name server on a free port. */
export async function startFakeDns(): Promise<FakeDns> {
  const questions: DnsQuestion[] = [];
  const zone: Zone = new Map();
  const waiting = new Set<() => void>();
  const answer: Answer = (packet, transport) => {
    const { name, type } = packet.questions![0]!;
    const question = { name: name.toLowerCase(), type, transport };
    questions.push(question);
    for (const check of waiting) check();
    return reply(zone, question);
  };
  const { udp, tcp, port } = await listen(answer);
  return {
    address: `127.0.0.1:${port}`,
    questions,
    on: (name, behaviour, type) => void zone.set(type ? `${type} ${name}` : name, behaviour),
    asked: (name) =>
      new Promise((resolve) => {
        const check = () => questions.some((question) => question.name === name) && resolve();
        waiting.add(check);
        check();
      }),
    reset: () => {
      questions.length = 0;
      zone.clear();
      waiting.clear();
    },
    close: async () => {
      await new Promise<void>((resolve) => udp.close(resolve));
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}

// As a recursive name server answers: with the aliases on the way, and with a failure where they lead in a circle.
async function reply(zone: Zone, { name, type, transport }: DnsQuestion): Promise<Reply | null> {
  const answers: StringAnswer[] = [];
  const passed = new Set<string>();
  for (let current = name; !passed.has(current);) {
    passed.add(current);
    const behaviour = await behaviourOf(zone, current, type);
    if ('silent' in behaviour) return null;
    if ('fail' in behaviour) return { rcode: behaviour.fail, answers };
    if ('overTcp' in behaviour && transport === 'udp') return { rcode: 'NOERROR', answers: [], truncated: 'truncated' };
    const records = 'overTcp' in behaviour ? behaviour.overTcp : behaviour;
    if (!records.CNAME) return { rcode: 'NOERROR', answers: [...answers, ...own(current, type, records)] };
    answers.push({ type: 'CNAME', name: current, ttl: 60, data: records.CNAME });
    if (type === 'CNAME') return { rcode: 'NOERROR', answers };
    current = records.CNAME;
  }
  return { rcode: 'SERVFAIL', answers: [] };
}

type ImmediateBehaviour = Exclude<DnsBehaviour, { until: Promise<unknown> }>;

async function behaviourOf(zone: Zone, name: string, type: string): Promise<ImmediateBehaviour> {
  let behaviour = zone.get(`${type} ${name}`) ?? zone.get(name) ?? { fail: 'NXDOMAIN' };
  while ('until' in behaviour) {
    await behaviour.until;
    behaviour = behaviour.next;
  }
  return behaviour;
}

function own(name: string, type: string, records: DnsRecords): StringAnswer[] {
  if (type !== 'A' && type !== 'AAAA') return [];
  return (records[type] ?? []).map((data) => ({ type, name, ttl: 60, data }));
}

function packetOf({ id, questions }: DecodedPacket, { rcode, answers, truncated }: Reply) {
  const flags = RECURSION_DESIRED | RECURSION_AVAILABLE | (truncated ? TRUNCATED_RESPONSE : 0) | RCODES[rcode];
  return { type: 'response', id, flags, questions, answers } as const;
}

type Answer = (packet: DecodedPacket, transport: DnsQuestion['transport']) => Promise<Reply | null>;

// Both need the same port: where another program has it for TCP, another one is taken.
async function listen(answer: Answer): Promise<{ udp: UdpSocket; tcp: Server; port: number }> {
  const tcp = await listenTcp(answer);
  const { port } = tcp.address() as AddressInfo;
  try {
    return { udp: await listenUdp(answer, port), tcp, port };
  } catch (error) {
    await new Promise((resolve) => tcp.close(resolve));
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return listen(answer);
  }
}

async function listenUdp(answer: Answer, port: number): Promise<UdpSocket> {
  const udp = createSocket('udp4');
  udp.on('message', async (message, { address, port: from }) => {
    const packet = decode(message);
    const found = await answer(packet, 'udp');
    if (found) udp.send(encode(packetOf(packet, found)), from, address);
  });
  await new Promise<void>((resolve, reject) => {
    udp.once('error', reject);
    udp.bind(port, '127.0.0.1', resolve);
  });
  return udp;
}

async function listenTcp(answer: Answer): Promise<Server> {
  const server = createServer((socket) => {
    // Its questions are small: each comes in one piece, after its length in two bytes.
    socket.on('data', async (data) => {
      const packet = decode(data.subarray(2));
      const found = await answer(packet, 'tcp');
      if (found) socket.end(streamEncode(packetOf(packet, found)));
    });
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
