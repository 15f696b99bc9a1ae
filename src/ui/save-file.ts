/** Time for the browser to read the Blob, ms. Safari saves nothing if its object URL is revoked at once. */
const READ_WITHIN_MS = 60_000;

/** Makes the browser save a Blob of the page as a file with this name. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), READ_WITHIN_MS);
}
