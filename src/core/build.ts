declare const __BUILD__: number;

/** This build's number. A larger one in `app.state.build` means that a newer core has taken over (law 10). */
export const ownBuild = __BUILD__;
