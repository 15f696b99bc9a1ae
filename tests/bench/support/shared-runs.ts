/**
 * Turns one measurement with several figures into one bench per figure. The first bench that asks for its nth run measures; the others get
 * the result of the same run.
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
