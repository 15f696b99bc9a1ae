/** Pictures of demo hosts, in the order of their names. */
export const picturesOf = (files: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(files)
    .sort()
    .flatMap((name) => files[name] ?? []);
