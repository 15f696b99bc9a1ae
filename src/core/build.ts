declare const __BUILD__: number;

/** Number of the build that this page runs. A larger one in `app.state.build` means that the worker runs a newer build (law 10). */
export const ownBuild = __BUILD__;
