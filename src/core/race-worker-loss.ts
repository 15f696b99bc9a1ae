/**
 * Returns a function that waits for an answer of the core's worker, or resolves to 'lost' when the worker ends. `Promise.race` with a
 * promise as long-lived as the worker would retain every answer: a page grew by 1 kB with each command.
 */
export function raceWorkerLoss(lost: Promise<void>): <T>(answer: Promise<T>) => Promise<T | 'lost'> {
  const waiting = new Set<(outcome: 'lost') => void>();
  let isLost = false;
  void lost.then(() => {
    isLost = true;
    for (const end of waiting) end('lost');
    waiting.clear();
  });
  return (answer) =>
    new Promise((resolve, reject) => {
      if (isLost) resolve('lost');
      else waiting.add(resolve);
      void answer.then(resolve, reject).finally(() => waiting.delete(resolve));
    });
}
