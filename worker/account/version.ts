/** Version of the app that every request names, as in package.json (product 7.1). */
export const VERSION_NAME = '0.2.0';

const [major = 0, minor = 0, patch = 0] = VERSION_NAME.split('.').map(Number);
/** The version as a number that grows with every release. */
export const VERSION_CODE = major * 10_000 + minor * 100 + patch;
