/**
 * Waits for answers of a worker that may end. `Promise.race` with a promise that lasts as long as the worker would keep each answer as
 * long as it: a page grew by 1 kB with every command.
 */
export function orLost(lost: Promise<void>): <T>(answer: Promise<T>) => Promise<T | 'lost'> {
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
