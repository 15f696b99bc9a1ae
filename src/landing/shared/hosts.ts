/** Returns the URLs of the demo hosts' pictures, in the order of their file names. */
export const picturesOf = (files: Readonly<Record<string, string>>): readonly string[] =>
  Object.keys(files)
    .sort()
    .flatMap((name) => files[name] ?? []);
