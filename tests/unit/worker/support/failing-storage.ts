import Dexie from 'dexie';
import {
  forceCloseDatabase,
  IDBDatabase,
  IDBFactory,
  IDBKeyRange,
  IDBObjectStore,
  IDBTransaction,
} from 'fake-indexeddb';

/** The calls of IndexedDB that a test may let fail. */
export type StorageCall = 'open' | 'transaction' | 'get' | 'put' | 'commit';

/** The parts of fake-indexeddb that have no standard name. */
type Internals = { readonly _databases: Map<string, unknown> };
type Finishing = IDBTransaction & { _markFinished(): void; _abort(errorName: string): void };

/** A request that fails in a later task. */
function failedRequest(error: DOMException): IDBOpenDBRequest {
  const request = { error, result: undefined, transaction: null } as unknown as IDBOpenDBRequest;
  const event = { target: request, preventDefault() {}, stopPropagation() {} };
  setImmediate(() => request.onerror?.(event as unknown as Event));
  return request;
}

/** An empty storage of this process, for all databases that are opened from now on. Its calls fail on demand. */
export function failingStorage() {
  const factory = new IDBFactory();
  Dexie.dependencies.indexedDB = factory;
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const failures = new Map<StorageCall, string>();
  const connections = new Set<IDBDatabase>();
  const written = new Set<IDBTransaction>();
  let counted = 0;
  let afterOpen = () => {};

  function assertWorks(call: StorageCall): void {
    const name = failures.get(call);
    if (name !== undefined) throw new DOMException(`${call} failed`, name);
  }

  const { open } = factory;
  factory.open = (name, version) => {
    counted += 1;
    const failure = failures.get('open');
    if (failure !== undefined) return failedRequest(new DOMException('open failed', failure));
    const request = open.call(factory, name, version);
    request.addEventListener('success', () => {
      connections.add(request.result);
      // After the listeners of the database itself.
      queueMicrotask(afterOpen);
    });
    return request;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function begin(...args) {
    assertWorks('transaction');
    return transaction.apply(this, args);
  };
  const { get, put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function read(...args) {
    assertWorks('get');
    return get.apply(this, args);
  };
  IDBObjectStore.prototype.put = function write(...args) {
    assertWorks('put');
    written.add(this.transaction);
    return put.apply(this, args);
  };
  const finishing = IDBTransaction.prototype as Finishing;
  const { _markFinished: finish } = finishing;
  finishing._markFinished = function markFinished() {
    const failure = failures.get('commit');
    if (failure !== undefined && written.delete(this)) this._abort(failure);
    else finish.call(this);
  };

  /** Closes all connections, as a browser does that loses or deletes their files. */
  function closeAll(): void {
    for (const connection of connections) forceCloseDatabase(connection as never);
    connections.clear();
  }
  /** Deletes the databases under their connections, as a browser does that clears or evicts a site's data. */
  function clear(): void {
    closeAll();
    (factory as unknown as Internals)._databases.clear();
  }

  return {
    factory,
    /** From now on this call fails with an error of this name. */
    fail: (call: StorageCall, name: string) => void failures.set(call, name),
    /** From now on all calls work. */
    recover: () => failures.clear(),
    /** The number of attempts to open a database. */
    openings: () => counted,
    closeAll,
    clear,
    /** Runs once, when the next database has been opened and its users do not know it yet. */
    onceOpen(run: () => void): void {
      afterOpen = () => {
        afterOpen = () => {};
        run();
      };
    },
    /** Restores the classes that all storages of this process share. */
    restore(): void {
      Object.assign(IDBDatabase.prototype, { transaction });
      Object.assign(IDBObjectStore.prototype, { get, put });
      finishing._markFinished = finish;
    },
  };
}
