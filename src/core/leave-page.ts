/**
 * Open IndexedDB transactions of this page, which `freeze` aborts when the page enters the back-forward cache. A transaction of a frozen
 * page blocks all writers of its database, and so the core and all other pages, until the browser discards the page (trap 46).
 */
const running = new Set<IDBTransaction>();
const tasks: (() => void)[] = [];

function track<T extends IDBTransaction | null>(transaction: T): T {
  if (!transaction) return transaction;
  running.add(transaction);
  const forget = () => running.delete(transaction);
  transaction.addEventListener('complete', forget);
  transaction.addEventListener('abort', forget);
  return transaction;
}

/** Records the open IndexedDB transactions of this page, which `freeze` aborts. Must be called before a database is opened. */
function trackTransactions(): void {
  // A browser without IndexedDB lacks both interfaces.
  if (typeof IDBDatabase === 'undefined' || typeof IDBFactory === 'undefined') return;
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function begin(...args) {
    return track(transaction.apply(this, args));
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function openTracked(...args) {
    const request = open.apply(this, args);
    request.addEventListener('upgradeneeded', () => track(request.transaction));
    return request;
  };
}

/**
 * Registers a task that runs when the page enters the back-forward cache, before its open transactions are aborted. When the user
 * returns to such a page, it reloads.
 */
export function onFreeze(task: () => void): void {
  tasks.push(task);
}

function freeze(): void {
  for (const task of tasks) task();
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // `abort` throws if the transaction has just ended.
    }
  }
  running.clear();
}

trackTransactions();
addEventListener('pagehide', ({ persisted }) => {
  if (persisted) freeze();
});
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
