import type { EntityManager, EntityTarget } from 'typeorm';
import type { RunKindName } from '../contract/runs.js';
import type { Reason } from './reason.js';
import type { Run, RunItem } from './run.entity.js';

/**
 * How runs of one kind are processed. Names and texts of the kind are its row in `contract/runs.ts`.
 * @template Payload parameters of a run; stored with it
 * @template ItemPayload parameters of an item; stored with it
 */
export interface RunKind<Payload extends object = object, ItemPayload extends object = object> {
  name: RunKindName;
  /**
   * The entity that a run is about. Its row is locked before the run's row, as in all code that writes the same rows
   * as a run.
   */
  subject: EntityTarget<{ id: string }>;
  /** Attempts per item, at most. An item fails if its last attempt ends with `retry`. */
  attempts: number;
  /** Seconds between an attempt (counted from 1) and the next one; 0 if this is missing. */
  backoffSeconds?(attempt: number): number;
  /** Called in the transaction that ends a run, for example to notify staff of failures. */
  ended?(manager: EntityManager, run: Run): Promise<void>;
  /**
   * The work has an external effect that must not be repeated: an item is recorded as running before `perform`. If
   * its worker dies then, the item fails with INTERRUPTED instead of being performed again, and `save` is not called
   * for it.
   *
   * This holds within one run: another run, or a `save` that returns `retry`, does the work again. Read files in
   * `load`: an outage of the storage during `perform` also ends the item with INTERRUPTED.
   */
  atMostOnce?: boolean;
  /** Never set: it binds the type parameters, so that the compiler checks the payloads. */
  payloads?: [Payload, ItemPayload];
}

/**
 * How an attempt ended. `skipped`: there is nothing to do any more. `retry`: try again, up to `RunKind.attempts`
 * times.
 */
export type ItemEnd = { state: 'done' } | { state: 'failed' | 'skipped' | 'retry'; reason: Reason };

/** The result of `perform`. */
export type Outcome<Output> = { output: Output } | { failure: Reason };

/**
 * Processes the runs of one kind, in a worker: `load`, `perform`, `save` for each item. After a crash `load` and `perform` may run again
 * (but see `atMostOnce`); `save` commits once.
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
  /** Items of a run that are processed at the same time. */
  readonly concurrency: number;
  /** Runs before the items, each time a worker starts or resumes the run. */
  prepare?(run: Run<Payload>, signal: AbortSignal): Promise<void>;
  /** Splits items into groups that are processed one after the other. One group if this is missing. */
  inGroups?(items: RunItem<ItemPayload>[]): RunItem<ItemPayload>[][];
  /** Reads the input of `perform`; or returns why the item is to be skipped. */
  load(item: RunAndItem<Payload, ItemPayload>): Promise<ItemInput<Input> | { skip: Reason }>;
  /**
   * Does the work, outside of any transaction. An error fails the item, with its reason if it is a `ReasonedError`.
   * An outage of the database or the storage stops the run until they answer. Do not throw an `AppError` of status
   * 503 for another service: it counts as such an outage.
   */
  perform(item: LoadedItem<Payload, ItemPayload, Input>, signal: AbortSignal): Promise<Output>;
  /**
   * Writes the outcome in the transaction that ends the item, with the subject locked. Also called if `perform` failed.
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

/** A run, one of its items, and the input that `load` read. */
export interface LoadedItem<Payload extends object, ItemPayload extends object, Input> extends RunAndItem<
  Payload,
  ItemPayload
> {
  input: Input;
}

/** The result of `load`. */
export interface ItemInput<Input> {
  input: Input;
  /** Describes a failure of the work, as the start of a sentence: "The caption of photo.jpg could not be written". */
  failureText: string;
  /** Ids for the log: "image 4f2…". */
  where: string;
}
