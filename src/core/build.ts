declare const __BUILD__: number;

/** This build's number; a larger one in `app.state.build` means that a newer core took over (law 10). */
export const ownBuild = __BUILD__;
