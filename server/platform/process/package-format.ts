import { type ResolveFnOutput, registerHooks } from 'node:module';

/*
 * For each import of a package, and for each file of it, Node 24 to 26 read the package's whole package.json again and parse its
 * `exports` (the function getPackageScopeConfig spreads an object with getters). Drizzle's are 170 kB, so the imports of a server took 5 s
 * of CPU time.
 * Importing this module registers a hook for imports that are made later: it answers for the files that Drizzle imports from itself, and
 * resolves each package name that our sources import once.
 */
const INSIDE = '/node_modules/drizzle-orm/';
const resolved = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '', conditions } = context;
    if (!conditions.includes('import')) return next(specifier, context);
    if (parentURL.includes(INSIDE) && /^\.\.?\/.*\.js$/.test(specifier))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if (!/^@?[a-z]/.test(specifier) || specifier.includes(':') || parentURL.includes('/node_modules/'))
      return next(specifier, context);
    const known = resolved.get(specifier) ?? next(specifier, context);
    resolved.set(specifier, known);
    return { ...known, shortCircuit: true };
  },
});
