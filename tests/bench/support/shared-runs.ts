/**
 * Several figures of one measurement, each a bench of its own. Whichever is asked first for its nth run measures; the
 * others are given what was measured then.
 */
export function shared<Figures>(
  measure: () => Promise<Figures>,
): (pick: keyof Figures) => () => Promise<Figures[typeof pick]> {
  const runs: Promise<Figures>[] = [];
  return (pick) => {
    let asked = 0;
    return async () => {
      runs[asked] ??= measure();
      const figures = await runs[asked++];
      if (!figures) throw new TypeError('a run was lost');
      return figures[pick];
    };
  };
}
