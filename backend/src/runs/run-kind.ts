import type { EntityManager, EntityTarget } from 'typeorm';
import type { RunKindName } from '../contract/runs.js';
import type { Reason } from './reason.js';
import type { Run, RunItem } from './run.entity.js';

/**
 * How runs of one kind are done, for the API, the worker and the sweep. What all processes and screens know of it is its row in
 * `contract/runs.ts`.
 * @template Payload what a run of it is asked for; stored with the run
 * @template ItemPayload what an item of it is asked for; stored with the item
 */
export interface RunKind<Payload extends object = object, ItemPayload extends object = object> {
  name: RunKindName;
  /**
   * The entity that a run is about. Its row is locked before the run's, as in all code that changes what a run writes.
   */
  subject: EntityTarget<{ id: string }>;
  /** How often an item is tried. It fails if its last attempt ends with a retry. */
  attempts: number;
  /** Seconds until an item is tried again after its attempt of this number, from 1; at once if this is missing. */
  backoffSeconds?(attempt: number): number;
  /** Called in the transaction that ends a run, for what follows from its failures. */
  ended?(manager: EntityManager, run: Run): Promise<void>;
  /**
   * The work has an effect outside that must not be repeated: an item is recorded as running before it is begun, and one
   * whose worker died then fails with INTERRUPTED instead of being done again. `save` is not called for it.
   *
   * This holds within one run: another run, or a `save` that returns `retry`, does the work again. Read files in `load`: an
   * outage of the storage during `perform` also ends the item with INTERRUPTED.
   */
  atMostOnce?: boolean;
  /** Has no value: it tells the compiler the types of the payloads. */
  payloads?: [Payload, ItemPayload];
}

/** How an item ended. `skipped` was no longer to be done; `retry` is to be done again, as often as its kind says. */
export type ItemEnd = { state: 'done' } | { state: 'failed' | 'skipped' | 'retry'; reason: Reason };

/** The result of `perform`. */
export type Outcome<Output> = { output: Output } | { failure: Reason };

/**
 * Does the work of one kind, in a worker. For each item: `load`, `perform`, `save`. After a crash `load` and `perform` may
 * run again (but see `atMostOnce`); `save` commits once.
 *
 * The smallest kind, besides its row and its event in `contract/runs.ts`:
 *
 * ```ts
 * export const TITLES: RunKind = { name: 'titles', subject: Moment, attempts: 1 };
 *
 * export class TitlesHandler implements RunHandler<object, object, Image, string> {
 *   readonly concurrency = 2;
 *   constructor(private readonly ai: Ai) {}
 *   async load({ item }: RunAndItem<object, object>) {
 *     return { input: await findImage(item.key), failureText: 'The title could not be written', where: item.key };
 *   }
 *   perform({ input }: LoadedItem<object, object, Image>, signal: AbortSignal) {
 *     return this.ai.title(input, signal);
 *   }
 *   async save(manager: EntityManager, { item }: RunAndItem<object, object>, outcome: Outcome<string>): Promise<ItemEnd> {
 *     if ('failure' in outcome) return { state: 'failed', reason: outcome.failure };
 *     await manager.update(Image, { id: item.key }, { title: outcome.output });
 *     return { state: 'done' };
 *   }
 * }
 *
 * // worker.module.ts, in RUN_HANDLERS:     titles: { kind: TITLES, handler: TitlesHandler }
 * // where it is asked for:                runs.start((manager) => runs.create(manager, TITLES, { subjectId: momentId, payload: {}, items }))
 * ```
 */
export interface RunHandler<
  Payload extends object = object,
  ItemPayload extends object = object,
  Input = unknown,
  Output = unknown,
> {
  /** Items that are done at the same time. */
  readonly concurrency: number;
  /** Runs before the items, each time a worker starts or resumes the run. */
  prepare?(run: Run<Payload>, signal: AbortSignal): Promise<void>;
  /** Groups items: the next group begins when all of the one before have ended. All in one group if this is missing. */
  inGroups?(items: RunItem<ItemPayload>[]): RunItem<ItemPayload>[][];
  /** Reads what `perform` needs, and how its failure is put into words; or says why the item is no longer to be done. */
  load(item: RunAndItem<Payload, ItemPayload>): Promise<ItemInput<Input> | { skip: Reason }>;
  /**
   * The work itself, outside of any transaction. An error fails the item, with its reason if it is a `ReasonedError`; an
   * outage of database or storage stops the run until they answer. Another service that is down must not throw an
   * `AppError` of 503, which counts as such an outage.
   */
  perform(item: LoadedItem<Payload, ItemPayload, Input>, signal: AbortSignal): Promise<Output>;
  /**
   * Writes the outcome, or not, in the transaction that ends the item; the subject is locked. Also called when the work
   * failed.
   */
  save(
    manager: EntityManager,
    item: LoadedItem<Payload, ItemPayload, Input>,
    outcome: Outcome<Output>,
  ): Promise<ItemEnd>;
}

/** A run and one of its items. */
export interface RunAndItem<Payload extends object, ItemPayload extends object> {
  run: Run<Payload>;
  item: RunItem<ItemPayload>;
}

/** The same with what `load` read. */
export interface LoadedItem<Payload extends object, ItemPayload extends object, Input> extends RunAndItem<
  Payload,
  ItemPayload
> {
  input: Input;
}

/** What `perform` needs. */
export interface ItemInput<Input> {
  input: Input;
  /** What failed if the work fails, as the start of a sentence: "The caption of photo.jpg could not be written". */
  failureText: string;
  /** Ids for the log: "image 4f2…". */
  where: string;
}
