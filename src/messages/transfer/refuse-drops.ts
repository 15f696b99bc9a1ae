/**
 * Keeps the page when files are dropped on it, instead of opening them in its place. Called by the entry module, so that it holds
 * before the app is loaded and on pages that take no files; the app takes dropped files later (`watchTransfers`). Text dropped
 * into an input is left to the browser, also when it comes with files.
 */
export function refuseDrops(): void {
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    const types = event.dataTransfer?.types ?? [];
    if (types.includes('Files') && !types.includes('text/plain')) event.preventDefault();
  });
}
