import type { DBCore, DBCoreMutateRequest, DBCoreTable, Dexie } from 'dexie';
import { WebSocket } from 'ws';

const DIED = new Promise<never>(() => {});

type LifeSpan = {
  /** Number of steps before the worker is killed; unlimited by default. */
  readonly steps?: number;
  readonly onStep?: (taken: number) => void;
  /** Delay of frames from the first message on before they are sent. The kill of the worker discards delayed frames. */
  readonly sendsAfterMs?: number;
};

/**
 * One life of a service worker. It can be killed between any two steps: writes and commits of its databases, and frames on its socket. When
 * it is killed, it reads and writes nothing more, its open transactions are rolled back, and its sockets are terminated.
 */
export class Life {
  readonly steps: string[] = [];
  isOver = false;
  private readonly open = new Set<IDBTransaction>();
  private readonly sockets = new Set<WebSocket>();
  private tellDeath: () => void = () => {};
  readonly death = new Promise<'died'>((resolve) => {
    this.tellDeath = () => resolve('died');
  });
  private readonly span: Required<LifeSpan>;

  constructor(span: LifeSpan = {}) {
    this.span = { steps: Number.POSITIVE_INFINITY, onStep: () => {}, sendsAfterMs: 0, ...span };
  }

  /** Returns whether the worker is still alive to execute this step. */
  step(name: string): boolean {
    if (this.isOver) return false;
    this.steps.push(name);
    this.span.onStep(this.steps.length);
    if (this.steps.length <= this.span.steps) return true;
    this.end();
    return false;
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const transaction of this.open) rollBack(transaction);
    for (const socket of this.sockets) socket.terminate();
    this.tellDeath();
  }

  /** Makes the operations of a database subject to this life. */
  keep(db: Dexie): void {
    const alive = <T>(run: () => T): T => (this.isOver ? (DIED as T) : run());
    const mutate = (table: DBCoreTable, request: DBCoreMutateRequest) =>
      this.step(`write ${table.name}`) ? table.mutate(request) : (DIED as ReturnType<DBCoreTable['mutate']>);
    db.use({
      stack: 'dbcore',
      name: 'mortal',
      create: (core): DBCore => ({
        ...core,
        transaction: (stores, mode, options) => {
          const transaction = core.transaction(stores, mode, options);
          if (mode === 'readwrite') this.watch(transaction as IDBTransaction, stores);
          return transaction;
        },
        table(name) {
          const table = core.table(name);
          return {
            ...table,
            mutate: (request) => mutate(table, request),
            get: (request) => alive(() => table.get(request)),
            getMany: (request) => alive(() => table.getMany(request)),
            query: (request) => alive(() => table.query(request)),
            count: (request) => alive(() => table.count(request)),
            openCursor: (request) => alive(() => table.openCursor(request)),
          };
        },
      }),
    });
  }

  private watch(transaction: IDBTransaction, stores: readonly string[]): void {
    if (this.isOver) rollBack(transaction);
    this.open.add(transaction);
    const ends = () => this.open.delete(transaction);
    transaction.addEventListener('abort', ends);
    transaction.addEventListener('complete', () => {
      ends();
      this.step(`commit ${stores.join()}`);
    });
  }

  /** Returns a WebSocket class whose sockets end with this life. */
  socket(origin: string): typeof globalThis.WebSocket {
    const life = this;
    class MortalSocket extends WebSocket {
      private isSlow = false;
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { origin, perMessageDeflate: false });
        if (life.isOver) this.terminate();
        else life.sockets.add(this);
      }
      override send(data: string): void {
        const kind = /<(\w+)/.exec(data)?.[1];
        if (!life.step(`frame ${kind}`)) return;
        this.isSlow ||= kind === 'message' && life.span.sendsAfterMs > 0;
        if (!this.isSlow) super.send(data);
        else setTimeout(() => life.isOver || super.send(data), life.span.sendsAfterMs);
        life.step(`sent ${kind}`);
      }
    }
    return MortalSocket as unknown as typeof globalThis.WebSocket;
  }
}

function rollBack(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // The transaction has ended already.
  }
}
